/**
 * A no stays a no: what a person denied about one thing, as long as the window of that denial is open.
 *
 * N1  Only a person's denial counts. A policy's refusal, an expiry and a withdrawal say nothing about the thing.
 * N2  It counts for everything that is asked about the same thing: under any key, in any context, with any values, also
 *     after a later generation replaced it. The exact repetition never comes here: it is answered with the denial.
 * N3  An approval lifts it for the intent that was approved, and for nothing else.
 * N4  Without identity fields nothing says that two calls are about the same thing.
 */
import { isOver } from "./match";
import type { Prepared } from "./prepare";
import { type Known, readingsOf, type World } from "./world";

/** One decides; of many a few are shown, as the store finds a few. */
const KEPT_MAX = 5;

/** The last one first. */
export function findDenials<K extends Known>(world: Pick<World<K>, "at" | "byIdentity">, prepared: Prepared): K[] {
  const { effect, afterDenial } = prepared.contract.definition;
  if (effect === "read" || afterDenial === "allow") return [];
  const named = readingsOf(prepared).filter(({ identity }) => Object.keys(identity).length > 0);
  const candidates = new Set(named.flatMap(({ identityDigest }) => world.byIdentity.get(identityDigest) ?? []));
  return [...candidates]
    .filter(({ intent }) => intent.state.kind === "denied" && !isOver(intent, world.at))
    .sort((left, right) => deniedAt(right) - deniedAt(left) || (left.intent.id < right.intent.id ? 1 : -1))
    .slice(0, KEPT_MAX);
}

function deniedAt({ intent: { state } }: Known): number {
  return state.kind === "denied" ? state.endedAt : 0;
}
