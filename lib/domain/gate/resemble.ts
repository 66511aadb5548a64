/**
 * The duplicate that a fresh context hides: the same thing asked for under another key, with the same values
 * (look-alike) or with others (variant), while the window of the first is open.
 *
 * S1  What never happened and may be asked for again (refused, expired, withdrawn, a transient failure) resembles
 *     nothing. A "no" to other values (denied, failed) does not make a variant; a person's denial asks by itself
 *     (`denials`).
 * S2  The same context is no other context: a deliberate occurrence is neither look-alike nor variant.
 * S3  Without identity fields nothing says that two calls are about the same thing, so there are no variants.
 */

import { isReopenable } from "../intent";
import { canonicalJson, type JsonObject } from "../json";
import { withoutOccurrence } from "../key";
import type { FieldDifference } from "./differences";
import { isOver } from "./match";
import type { Prepared } from "./prepare";
import { type Known, readingFor, readingsOf, type World } from "./world";

/** What goes on record of it. */
export type Resembled = { intentId: string; kind: ResemblanceKind; differences: FieldDifference[] };

export type ResemblanceKind = "lookalike" | "variant" | "denied_before";
export type Resemblance<K extends Known = Known> = { kind: ResemblanceKind; known: K };

/** One of each kind decides; of a crowd in one flush a few are kept, as of a crowd in the store. */
const KEPT_MAX = 5;

/** Newest first, look-alikes before variants. */
export function findResembling<K extends Known>(world: World<K>, prepared: Prepared): Resemblance<K>[] {
  if (prepared.contract.definition.effect === "read") return [];
  const readings = readingsOf(prepared);
  const candidates = new Set(readings.flatMap(({ identityDigest }) => world.byIdentity.get(identityDigest) ?? []));
  if (candidates.size === 0) return [];
  const own = new Set(readings.map(({ stem }) => stem));
  const contexts = new Set(readings.flatMap(({ keyParts }) => (keyParts ? situation(keyParts.context) : [])));
  const found = [...candidates].flatMap((known): Resemblance<K>[] => {
    if (own.has(known.row.stem) || contexts.has(situation(known.row.context))) return [];
    const kind = kindOf(known, prepared, world.at);
    return kind === null ? [] : [{ kind, known }];
  });
  const newest = found.sort((left, right) => order(right.known.intent.id, left.known.intent.id));
  const keep = (wanted: Resemblance["kind"]) => newest.filter(({ kind }) => kind === wanted).slice(0, KEPT_MAX);
  return [...keep("lookalike"), ...keep("variant")];
}

function kindOf(known: Known, prepared: Prepared, at: number): Resemblance["kind"] | null {
  const { intent } = known;
  const { state } = intent;
  if (isOver(intent, at) || isReopenable(state)) return null;
  // What was superseded without an effect was answered by its successor.
  const hasEffect = state.kind === "succeeded" || state.kind === "partial";
  if (intent.successorId !== null && !hasEffect) return null;
  if (state.kind === "held" && at >= state.hold.expiresAt) return null;
  const reading = readingFor(known, prepared);
  if (reading !== null && reading.fingerprint === intent.fingerprint) return "lookalike";
  if (Object.keys(prepared.identity).length === 0 || state.kind === "denied" || state.kind === "failed") return null;
  return "variant";
}

function situation(context: JsonObject): string {
  return canonicalJson(withoutOccurrence(context));
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
