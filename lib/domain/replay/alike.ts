/**
 * What a submission may resemble, found without a look at everything: by identity, then by values. As the store does,
 * a few of each kind are enough: one decides, a few are shown.
 */
import { isOver } from "../gate/match";
import type { Prepared } from "../gate/prepare";
import { isReopenable } from "../intent";
import { canonicalJson, type JsonObject } from "../json";
import { withoutOccurrence } from "../key";
import type { Replayed } from "./replayed-intent";

const FOUND_MAX = 5;
/** Of a crowd that counts no more, so many are looked through. */
const LOOKED_AT_MAX = 64;

/** `order`: fingerprints as they came up, so that the newest are looked at first. */
type SameIdentity = { byFingerprint: Map<string, Replayed[]>; order: string[] };

export class Alike {
  /** Most things are asked for once: then the intent itself stands here, which takes a fraction of the room. */
  private readonly byIdentity = new Map<string, Replayed | SameIdentity>();
  private readonly deniable = new Map<string, Replayed[]>();

  add(known: Replayed): void {
    const { identityDigest } = known.row;
    const found = this.byIdentity.get(identityDigest);
    if (found === undefined) return void this.byIdentity.set(identityDigest, known);
    const same = "order" in found ? found : startGroup(found);
    this.byIdentity.set(identityDigest, same);
    addTo(same, known, known.intent.fingerprint);
  }

  /** Before it has them: it may run with other values from now on, or once a person chooses them. */
  addUnder(known: Replayed, fingerprint: string): void {
    const { identityDigest } = known.row;
    const found = this.byIdentity.get(identityDigest);
    if (found === undefined) return;
    const same = "order" in found ? found : startGroup(found);
    this.byIdentity.set(identityDigest, same);
    addTo(same, known, fingerprint);
  }

  /** On record a person denied it: found whatever its key and its values are by then. */
  addDeniable(known: Replayed): void {
    const { identityDigest } = known.row;
    const found = this.deniable.get(identityDigest);
    if (found === undefined) this.deniable.set(identityDigest, [known]);
    else if (!found.includes(known)) found.push(known);
  }

  near(prepared: Prepared, at: number, wake: (known: Replayed) => void): ReadonlyMap<string, readonly Replayed[]> {
    const { identityDigest, contract } = prepared;
    if (contract.definition.effect === "read") return NONE;
    const found = [...this.resembling(prepared, at, wake), ...this.denied(prepared, at, wake)];
    return found.length === 0 ? NONE : new Map([[identityDigest, found]]);
  }

  private resembling(prepared: Prepared, at: number, wake: (known: Replayed) => void): Replayed[] {
    const { identityDigest, fingerprint } = prepared;
    const same = this.byIdentity.get(identityDigest);
    if (same === undefined) return [];
    const counts = makeCounts(prepared, at, wake);
    if (!("order" in same)) return counts(same) ? [same] : [];
    const found = newest(same, fingerprint, counts, FOUND_MAX);
    if (Object.keys(prepared.identity).length > 0) found.push(...others(same, fingerprint, counts));
    return found;
  }

  private denied({ identityDigest }: Prepared, at: number, wake: (known: Replayed) => void): Replayed[] {
    const found: Replayed[] = [];
    for (const known of (this.deniable.get(identityDigest) ?? []).slice(-LOOKED_AT_MAX)) {
      wake(known);
      if (known.intent.state.kind === "denied" && !isOver(known.intent, at)) found.push(known);
    }
    return found;
  }
}

function startGroup(known: Replayed): SameIdentity {
  const same: SameIdentity = { byFingerprint: new Map(), order: [] };
  addTo(same, known, known.intent.fingerprint);
  return same;
}

function addTo({ byFingerprint, order }: SameIdentity, known: Replayed, fingerprint: string): void {
  const group = byFingerprint.get(fingerprint);
  if (group !== undefined) return void group.push(known);
  byFingerprint.set(fingerprint, [known]);
  order.push(fingerprint);
}

function situationOf(context: JsonObject): string {
  return canonicalJson(withoutOccurrence(context));
}

type Counts = (known: Replayed) => boolean;

/** As the store leaves out what cannot resemble anything, so that it does not crowd out what can. */
function makeCounts({ stem, keyParts }: Prepared, at: number, wake: (known: Replayed) => void): Counts {
  const situation = keyParts === null ? null : situationOf(keyParts.context);
  return (known) => {
    wake(known);
    const { intent, row } = known;
    if (row.stem === stem || isOver(intent, at) || situationOf(row.context) === situation) return false;
    const hasEffect = intent.state.kind === "succeeded" || intent.state.kind === "partial";
    return !isReopenable(intent.state) && (intent.successorId === null || hasEffect);
  };
}

const NONE: ReadonlyMap<string, readonly Replayed[]> = new Map();

function others(same: SameIdentity, fingerprint: string, counts: Counts): Replayed[] {
  const { order } = same;
  const mayVary = (known: Replayed) => counts(known) && !isNo(known);
  const found: Replayed[] = [];
  const last = Math.max(0, order.length - LOOKED_AT_MAX);
  for (let index = order.length - 1; index >= last && found.length < FOUND_MAX; index -= 1) {
    const other = order[index] as string;
    if (other !== fingerprint) found.push(...newest(same, other, mayVary, 1));
  }
  return found;
}

/** A "no" to other values makes no variant (`gate/resemble` S1), and hides none. */
function isNo({ intent }: Replayed): boolean {
  return intent.state.kind === "denied" || intent.state.kind === "failed";
}

/**
 * So many of either kind: held ones never crowd out what ran. What stands here for values that it no longer has, or
 * never got, crowds out nothing.
 */
function newest({ byFingerprint }: SameIdentity, fingerprint: string, counts: Counts, max: number): Replayed[] {
  const group = byFingerprint.get(fingerprint) ?? [];
  const held: Replayed[] = [];
  const others: Replayed[] = [];
  const last = Math.max(0, group.length - LOOKED_AT_MAX);
  for (let index = group.length - 1; index >= last && others.length < max; index -= 1) {
    const known = group[index] as Replayed;
    if (!counts(known) || known.intent.fingerprint !== fingerprint) continue;
    const kind = known.intent.state.kind === "held" ? held : others;
    if (kind.length < max) kind.push(known);
  }
  return [...others, ...held];
}
