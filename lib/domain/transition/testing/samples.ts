/** One named intent per state, and per variant of a state that the table distinguishes; only for tests. */
import {
  type AttemptRecord,
  type ClearedBy,
  type Hold,
  type Intent,
  LEASE_MARGIN_MS,
  NO_ATTEMPTS,
  STORE_RESTORED,
  type State,
  type StateKind,
  type Statement,
  type Terms,
} from "../../intent";

/** Everything in the samples happens at this instant or is measured from it. */
export const T = 1_000_000;

export const TERMS: Terms = {
  harmless: false,
  sharesEffects: false,
  undoMs: 10_000,
  windowMs: 100_000,
  timeoutMs: 1_000,
  retries: { max: 2, baseMs: 400, capMs: 4_000 },
  honoursKeyMs: 60_000,
  probe: { absentAfterMs: 2_000 },
  resolution: { role: "approver", approvals: 1 },
};

export const HOLD: Hold = {
  reasons: ["approval"],
  rule: "big",
  approvalsNeeded: 1,
  role: "approver",
  approvals: [],
  since: T,
  expiresAt: T + 50_000,
  escalatedAt: null,
};

export const FAILURE = { code: "downstream", message: "It did not work." };
const POLICY: ClearedBy = { kind: "policy", rule: "small", decisionId: "dec_1" };
const PEOPLE: ClearedBy = { kind: "operators", operatorIds: ["ann"], decisionId: "dec_1" };

const decided = { clearedBy: PEOPLE, argsDigest: "digest_a" };

/** Total over the kinds: a new state does not compile until it has a sample, and fails the table until it has cells. */
const STATES: { [K in StateKind]: Extract<State, { kind: K }> } = {
  refused: { kind: "refused", rule: "never", reason: "no", endedAt: T },
  held: { kind: "held", hold: HOLD },
  cleared: { kind: "cleared", ...decided, dueAt: T, undoUntil: null, lifted: HOLD },
  executing: {
    kind: "executing",
    ...decided,
    attemptId: "att_1",
    startedAt: T,
    leaseUntil: T + TERMS.timeoutMs + LEASE_MARGIN_MS,
    lifted: HOLD,
  },
  succeeded: { kind: "succeeded", effectId: "eff_1", result: { ok: true }, endedAt: T },
  partial: { kind: "partial", effectId: "eff_1", result: {}, correctiveAction: "Send the rest.", endedAt: T },
  failed: { kind: "failed", transient: false, failure: FAILURE, endedAt: T },
  denied: { kind: "denied", operatorId: "ann", reason: "no", endedAt: T },
  expired: { kind: "expired", endedAt: T },
  withdrawn: { kind: "withdrawn", reason: null, endedAt: T },
  in_doubt: {
    kind: "in_doubt",
    ...decided,
    since: T,
    failure: FAILURE,
    nextProbeAt: T,
    probing: null,
    statements: [],
    lifted: HOLD,
  },
};

export const STATE_KINDS = Object.keys(STATES) as StateKind[];

const NEEDS_TWO: Terms = { ...TERMS, resolution: { role: "approver", approvals: 2 } };
const ANN_SAID_RETRY: Statement = {
  outcome: "not_executed",
  then: "retry",
  operatorId: "ann",
  evidence: "their console",
  at: T,
  voided: false,
};

/** One attempt, started at T, that may have acted. */
const ACTED: AttemptRecord = { countedCount: 1, mayHaveActed: true, firstStartedAt: T, lastEndedAt: T };
const STARTED: AttemptRecord = { ...NO_ATTEMPTS, firstStartedAt: T };

export function sample(state: State, change: Partial<Intent> = {}): Intent {
  const attempts = { executing: STARTED, in_doubt: ACTED }[state.kind as string] ?? NO_ATTEMPTS;
  return {
    id: "int_1",
    contractVersion: 1,
    terms: TERMS,
    submissionId: "sub_a",
    fingerprint: "fp_a",
    argsDigest: "digest_a",
    fence: 1,
    attempts,
    successorId: null,
    state,
    ...change,
  };
}

const { held, cleared, executing, failed, in_doubt, succeeded } = STATES;
const spent = { ...ACTED, countedCount: 3 };
const again = { ...ACTED, firstStartedAt: T - 10_000, lastEndedAt: T - 9_000 };

/** Rows of the table. A bare state name is that state in its plainest form. */
export const SAMPLES: Record<string, Intent> = {
  ...Object.fromEntries(STATE_KINDS.map((kind) => [kind, sample(STATES[kind])])),
  "failed, transient": sample({ ...failed, transient: true }),
  "failed, transient, superseded": sample({ ...failed, transient: true }, { successorId: "int_2" }),
  "held, configuration": sample({ ...held, hold: { ...HOLD, reasons: ["configuration"] } }),
  "succeeded, superseded": sample(succeeded, { successorId: "int_2" }),
  "held, needs two": sample({ ...held, hold: { ...HOLD, approvalsNeeded: 2 } }),
  "held, ann approved": sample({
    ...held,
    hold: {
      ...HOLD,
      approvalsNeeded: 2,
      approvals: [{ operatorId: "ann", decisionId: "dec_1", argsDigest: "digest_a", at: T }],
    },
  }),
  "held, escalated": sample({ ...held, hold: { ...HOLD, escalatedAt: T } }),
  "held, for an admin": sample({ ...held, hold: { ...HOLD, role: "admin" } }),
  "cleared, can be undone": sample({ ...cleared, dueAt: T + 10_000, undoUntil: T + 10_000 }),
  "cleared by policy": sample({ ...cleared, clearedBy: POLICY, lifted: null }),
  "cleared, other args": sample(cleared, { argsDigest: "digest_b" }),
  "cleared, frozen": sample(cleared, { attempts: ACTED }),
  "cleared, frozen, no key honoured": sample(cleared, { attempts: ACTED, terms: { ...TERMS, honoursKeyMs: null } }),
  "executing, first try": sample(executing),
  "executing, last try": sample(executing, { attempts: { ...STARTED, countedCount: 2 } }),
  "executing, no key honoured": sample(executing, { terms: { ...TERMS, honoursKeyMs: null } }),
  "executing, window closed": sample(executing, { attempts: { ...STARTED, firstStartedAt: T - 60_000 } }),
  "executing, after unknown": sample(executing, { attempts: again }),
  "executing, after unknown, last try": sample(executing, { attempts: { ...again, countedCount: 2 } }),
  "executing, after unknown, window closed": sample(executing, { attempts: { ...again, firstStartedAt: T - 60_000 } }),
  "in_doubt, retries used up": sample(in_doubt, { attempts: spent }),
  "in_doubt, no answer before": sample({
    ...in_doubt,
    probing: { said: "unknown", why: null, at: T, askedCount: 1, sameCount: 1 },
  }),
  "in_doubt, needs two": sample(in_doubt, { terms: NEEDS_TWO }),
  "in_doubt, for an admin": sample(in_doubt, { terms: { ...TERMS, resolution: { role: "admin", approvals: 1 } } }),
  "in_doubt, ann said retry": sample({ ...in_doubt, statements: [ANN_SAID_RETRY] }, { terms: NEEDS_TWO }),
  "in_doubt, restored": sample(
    { ...in_doubt, failure: { ...FAILURE, code: STORE_RESTORED } },
    { attempts: { ...ACTED, firstStartedAt: null } },
  ),
  "in_doubt, restored, was sent": sample({ ...in_doubt, failure: { ...FAILURE, code: STORE_RESTORED } }),
  "cleared, read": sample(cleared, { terms: { ...TERMS, harmless: true } }),
  "in_doubt, no probe": sample({ ...in_doubt, nextProbeAt: null }, { terms: { ...TERMS, probe: null } }),
};
