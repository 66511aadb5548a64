/** Turns a handful of numbers into any state, with deadlines that lie near each other; only for the property tests. */
import {
  type ClearedBy,
  type Hold,
  LEASE_MARGIN_MS,
  type State,
  type StateKind,
  type Statement,
  type StateOf,
  type Terms,
} from "../../intent";
import { PEOPLE, pick } from "./arbitrary-event";

/** The instant that every drawn state is built around. */
export const STATE_AT = 200_000_000;

const FAILURE = { code: "downstream", message: "It did not work." };
const ENDED = { endedAt: STATE_AT };
const CLEARED_BY: readonly ClearedBy[] = [
  { kind: "policy", rule: "small", decisionId: "dec_1" },
  { kind: "grant", grantId: "grt_1", decisionId: "dec_1" },
  { kind: "operators", operatorIds: ["ann"], decisionId: "dec_1" },
];

/** What the numbers mean depends on the state; they are independent of each other. */
export type StateChoice = { kind: number; a: number; b: number; c: number };

type Build = { [K in StateKind]: (c: StateChoice, terms: Terms, argsDigest: string) => StateOf<K> };

const BUILD_STATE: Build = {
  refused: () => ({ kind: "refused", rule: "never", reason: "no", ...ENDED }),
  held: (c, _, argsDigest) => ({ kind: "held", hold: holdFrom(c, argsDigest) }),
  cleared: (c, terms, argsDigest) => ({
    kind: "cleared",
    clearedBy: pick(CLEARED_BY, c.a),
    // Mostly the digest that would run; sometimes not, because a claim must notice (L3).
    argsDigest: c.b % 4 === 0 ? "digest_stale" : argsDigest,
    dueAt: STATE_AT + terms.undoMs,
    undoUntil: c.c % 2 === 0 ? null : STATE_AT + terms.undoMs,
    lifted: c.c % 3 === 0 ? null : holdFrom(c, argsDigest),
  }),
  executing: (c, terms, argsDigest) => ({
    kind: "executing",
    clearedBy: pick(CLEARED_BY, c.a),
    argsDigest,
    attemptId: "att_1",
    startedAt: STATE_AT,
    leaseUntil: STATE_AT + terms.timeoutMs + LEASE_MARGIN_MS,
    lifted: c.c % 3 === 0 ? null : holdFrom(c, argsDigest),
  }),
  succeeded: () => ({ kind: "succeeded", effectId: "eff_0", result: {}, ...ENDED }),
  partial: () => ({ kind: "partial", effectId: "eff_0", result: {}, correctiveAction: "Send the rest.", ...ENDED }),
  failed: (c) => ({ kind: "failed", transient: c.a % 2 === 0, failure: FAILURE, ...ENDED }),
  denied: () => ({ kind: "denied", operatorId: "ann", reason: "no", ...ENDED }),
  expired: () => ({ kind: "expired", ...ENDED }),
  withdrawn: () => ({ kind: "withdrawn", reason: null, ...ENDED }),
  in_doubt: (c, terms, argsDigest) => ({
    kind: "in_doubt",
    clearedBy: pick(CLEARED_BY, c.a),
    argsDigest,
    since: STATE_AT,
    failure: FAILURE,
    nextProbeAt: terms.probe === null ? null : STATE_AT,
    probing:
      c.b % 3 === 0
        ? null
        : { said: pick(["absent", "unknown"], c.b), why: null, at: STATE_AT, askedCount: 1 + (c.c % 12), sameCount: 1 },
    statements: PEOPLE.slice(0, c.c % 3).map((operatorId, index) => statementFrom(operatorId, c, index)),
    lifted: c.c % 3 === 0 ? null : holdFrom(c, argsDigest),
  }),
};

const KINDS = Object.keys(BUILD_STATE) as StateKind[];
/** Where most of the rules are. */
const BUSY: StateKind[] = ["held", "held", "cleared", "cleared", "executing", "executing", "executing", "in_doubt"];

export function stateFrom(choice: StateChoice, terms: Terms, argsDigest: string): State {
  return BUILD_STATE[pick([...KINDS, ...BUSY], choice.kind)](choice, terms, argsDigest);
}

/** Mostly people who agree; some of it was contradicted since. */
function statementFrom(operatorId: string, { a, b }: StateChoice, index: number): Statement {
  const base = { operatorId, evidence: "seen in their console", at: STATE_AT - 1_000, voided: (b + index) % 4 === 0 };
  if (a % 3 === 0) return { ...base, outcome: "executed", effectId: pick(["eff_1", "eff_2"], b >> 2) };
  return { ...base, outcome: "not_executed", then: a % 3 === 1 ? "retry" : "fail" };
}

/** Some approvals are for args that are no longer on the screen: they must never count. */
function holdFrom({ a, b, c }: StateChoice, argsDigest: string): Hold {
  const digests = [argsDigest, argsDigest, "digest_b", "digest_stale"];
  const approvals = PEOPLE.slice(0, a % 3).map((operatorId, index) => ({
    operatorId,
    decisionId: "dec_0",
    argsDigest: pick(digests, b + index),
    at: STATE_AT - 1_000,
  }));
  return {
    reasons: b % 2 === 0 ? ["approval"] : ["approval", "drift"],
    rule: c % 2 === 0 ? null : "big",
    approvalsNeeded: 1 + (c % 3),
    role: b % 3 === 0 ? "admin" : "approver",
    approvals,
    since: STATE_AT,
    expiresAt: STATE_AT + 5_000,
    escalatedAt: a % 4 === 0 ? STATE_AT : null,
  };
}
