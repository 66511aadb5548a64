/**
 * One intent as the replay has it. Submissions change it through the gate; between them it lives as its recorded
 * intent did.
 *
 * V1  A replayed intent follows the recorded life of the submission that opened it, or opened it again. One that was
 *     split off from an intent follows that intent's life, moved to begin when it was asked for.
 * V2  What people did only because it was held (deny, let expire) cannot happen to what was cleared: there it is taken
 *     to have run. What policy refuses lives no further.
 * V3  What runs on record and would be held is taken to have been approved.
 */

import type { Known } from "../gate/world";
import { type Hold, hasEnded, type Intent, OTHER_HOLD_MS, type State } from "../intent";
import type { LimitCharge } from "../limits/charges";
import { holdClock } from "../pause/hold-clock";
import type { PausedTime } from "../pause/pause";
import type { Following, LifeEvent } from "./recorded";

type Proposed = Pick<Intent, "submissionId" | "fingerprint" | "argsDigest"> & { charges: LimitCharge[] };

export type Replayed = Known & {
  row: { stem: string; identityDigest: string; context: Known["row"]["context"]; submissionCount: number };
  /** On record: the intent of the submission that opened it. */
  intentId: string;
  openedBy: string;
  following: Following | null;
  /** How far its life has been followed. */
  lived: number;
  isTransient: boolean;
  /** The last hold it was in: what an undo returns to. */
  lastHold: Hold | null;
  pauses: readonly PausedTime[];
  /** What clearing it takes from limits. */
  charges: LimitCharge[];
  hasCharged: boolean;
  /** Of the args that would run, as they were recorded. */
  recordedDigest: string;
  /** Other args that were ever submitted to it: a person may choose them. */
  others: Map<string, Proposed> | null;
};

const ONLY_ITS_OWN: Set<string> = new Set();

/** Most intents only ever see one fingerprint, their own, which the gate does not ask for: they share one empty set. */
export function noFingerprints(): Set<string> {
  return ONLY_ITS_OWN;
}

export function rememberFingerprint(known: Replayed, fingerprint: string): void {
  const own = known.intent.fingerprint;
  if (known.fingerprints === ONLY_ITS_OWN && fingerprint === own) return;
  known.fingerprints = new Set([...known.fingerprints, own, fingerprint]);
}

/** When something happens to it next; null: nothing is on record. */
export function nextLifeAt({ following, lived }: Replayed): number | null {
  const event = following?.segment.events[lived];
  return following === null || event === undefined ? null : event.at + following.shiftMs;
}

/** Everything that happened to it until `at`. `onStep` hears of each step, with its time. */
export function live(known: Replayed, at: number, onStep?: (known: Replayed, at: number) => void): void {
  for (let next = nextLifeAt(known); next !== null && next <= at; next = nextLifeAt(known)) {
    const event = known.following?.segment.events[known.lived] as LifeEvent;
    known.lived += 1;
    step(known, event, next);
    onStep?.(known, next);
  }
  const { state } = known.intent;
  if (state.kind !== "held" || at < state.hold.expiresAt) return;
  // Over, whether or not anybody has marked it; a pause stops its clock.
  const { expiresAt } = holdClock(state.hold, known.pauses, at);
  if (at >= expiresAt) known.intent = { ...known.intent, state: { kind: "expired", endedAt: expiresAt } };
}

function step(known: Replayed, event: LifeEvent, at: number): void {
  const { state } = known.intent;
  if (hasEnded(state)) return;
  choose(known, event);
  const next = nextState(known, event, at);
  if (next === null) return;
  const { attempts } = known.intent;
  known.intent = { ...known.intent, state: next, attempts: { ...attempts, mayHaveActed: mayHaveActed(known, event) } };
  if (next.kind === "held") known.lastHold = next.hold;
}

/** A person took another submission's args, or edited them. */
function choose(known: Replayed, { type, argsDigest }: LifeEvent): void {
  if (type !== "approve" || argsDigest === null || argsDigest === known.recordedDigest) return;
  const chosen = known.others?.get(argsDigest);
  if (chosen === undefined) return;
  keepAsked(known);
  const { charges, ...proposed } = chosen;
  known.intent = { ...known.intent, ...proposed };
  known.recordedDigest = argsDigest;
  known.charges = charges;
}

/** What it would run now is about to be replaced: a person may come back to it, also after it was opened again. */
export function keepAsked(known: Replayed): void {
  const { submissionId, fingerprint, argsDigest } = known.intent;
  offer(known, known.recordedDigest, { submissionId, fingerprint, argsDigest, charges: known.charges });
}

/** Args under the same intent that a person may choose, by their recorded digest. */
export function offer(known: Replayed, recordedDigest: string, proposed: Proposed): void {
  known.others ??= new Map();
  known.others.set(recordedDigest, proposed);
}

function mayHaveActed({ intent }: Replayed, { type, outcome }: LifeEvent): boolean {
  if (type === "probe" || type === "resolve") return false;
  return type === "lose_lease" || outcome === "unknown" || intent.attempts.mayHaveActed;
}

/** Null: it says nothing about one in this state. */
function nextState(known: Replayed, { type, to }: LifeEvent, at: number): State | null {
  const { state } = known.intent;
  const isHeld = state.kind === "held";
  // An approval that was not the last one.
  if (type === "approve" && to === "held") return null;
  if ((type === "deny" || type === "expire") && !isHeld) return RAN(at);
  return toState(known, to, at);
}

const RAN = (endedAt: number): State => ({ kind: "succeeded", effectId: null, result: null, endedAt });
const BY = { kind: "policy", rule: "as recorded", decisionId: "" } as const;
const FAILURE = { code: "as_recorded", message: "As recorded." };

function toState(known: Replayed, to: State["kind"], at: number): State {
  const { argsDigest } = known.intent;
  const common = { clearedBy: BY, argsDigest, lifted: known.lastHold };
  switch (to) {
    case "held":
      return { kind: "held", hold: heldAgain(known, at) };
    case "cleared":
      return { kind: "cleared", ...common, dueAt: at, undoUntil: null };
    case "executing":
      return { kind: "executing", ...common, attemptId: "", startedAt: at, leaseUntil: at };
    case "in_doubt":
      return {
        kind: "in_doubt",
        ...common,
        since: at,
        failure: FAILURE,
        nextProbeAt: null,
        probing: null,
        statements: [],
      };
    case "succeeded":
      return RAN(at);
    case "partial":
      return { kind: "partial", effectId: "", result: null, correctiveAction: "", endedAt: at };
    case "failed":
      return {
        kind: "failed",
        transient: known.following?.isLast === true ? known.isTransient : true,
        failure: FAILURE,
        endedAt: at,
      };
    case "denied":
      return { kind: "denied", operatorId: "", reason: "", endedAt: at };
    case "refused":
      return { kind: "refused", rule: "", reason: "", endedAt: at };
    case "expired":
      return { kind: "expired", endedAt: at };
    case "withdrawn":
      return { kind: "withdrawn", reason: null, endedAt: at };
  }
}

function heldAgain({ lastHold, intent }: Replayed, at: number): Hold {
  const before = lastHold ?? (intent.state.kind === "held" ? intent.state.hold : null);
  const fresh = { approvals: [], since: at, expiresAt: at + OTHER_HOLD_MS, escalatedAt: null };
  return { reasons: ["configuration"], rule: null, approvalsNeeded: 1, role: "approver", ...before, ...fresh };
}
