/** Turns a handful of numbers into an event that fits the intent; only for the property tests. */
import type { EventOf, EventType, Outcome, ProbeResult, Proposal, Verdict } from "../../event";
import type { Failure, Hold, HoldReason, Intent, Role, StateKind } from "../../intent";
import type { Choice } from "./draw";

/** What usually happens in a state, so that walks get far; one choice in ten is wild and ignores this. */
export const LIKELY: Record<StateKind, readonly EventType[]> = {
  refused: ["repeat", "repeat", "drift", "settle"],
  held: [
    ...times(11, "approve"),
    "drift",
    "drift",
    "repeat",
    "escalate",
    "expire",
    "expire",
    "deny",
    "withdraw",
    "settle",
  ],
  cleared: [
    ...times(11, "claim"),
    "undo",
    "undo",
    "drift",
    "drift",
    "rehold",
    "withdraw",
    "repeat",
    "settle",
    "store_restored",
  ],
  executing: [...times(6, "settle"), "lose_lease", "lose_lease", "drift", "store_restored"],
  succeeded: ["repeat", "drift", "supersede"],
  partial: ["repeat", "drift", "supersede"],
  failed: [...times(5, "repeat"), "drift", "supersede", "settle"],
  denied: ["repeat", "drift", "supersede"],
  expired: ["repeat", "repeat", "drift", "settle"],
  withdrawn: ["repeat", "repeat", "drift", "settle"],
  in_doubt: [
    ...times(4, "probe"),
    ...times(4, "resolve"),
    "settle",
    "repeat",
    "drift",
    "withdraw",
    "release",
    "store_restored",
  ],
};

function times(count: number, type: EventType): EventType[] {
  return new Array<EventType>(count).fill(type);
}

export function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

export const PEOPLE = ["ann", "bob", "cyd"] as const;
const ROLES: readonly Role[] = ["approver", "admin", "admin", "admin", "viewer"];
const FAILURE: Failure = { code: "downstream", message: "It did not work." };

/** Three ways to phrase the same action: the variants that an operator may choose from. */
export const PROPOSALS = ["a", "b", "c"].map((name) => ({
  submissionId: `sub_${name}`,
  fingerprint: `fp_${name}`,
  argsDigest: `digest_${name}`,
}));

export const ESCALATION_MARGINS_MS = [0, 1_250, 5_000, 20_000] as const;

type Build = { [T in EventType]: (intent: Intent, choice: Choice, at: number) => EventOf<T> };

export const BUILD: Build = {
  repeat: (intent, c, at) => ({ type: "repeat", at, proposal: proposalFrom(intent, c), verdict: verdictFrom(c, at) }),
  drift: (intent, c, at) => ({
    type: "drift",
    at,
    proposal: proposalFrom(intent, c),
    verdict: verdictFrom(c, at),
    novel: c.b % 2 === 0,
    hold: holdFrom(c, at, "drift"),
  }),
  approve: (intent, c, at) => {
    const base = {
      type: "approve",
      at,
      operatorId: pick(PEOPLE, c.a),
      role: pick(ROLES, c.b),
      decisionId: `dec_${at}`,
      ...heldSinceFrom(intent, c),
    };
    const stale = c.c % 7 === 0;
    if (c.c % 11 === 5)
      return { ...base, type: "approve", argsDigest: intent.argsDigest, overLimit: "limit: 10 a day" };
    if (c.c % 3 !== 1) return { ...base, type: "approve", argsDigest: stale ? "digest_stale" : intent.argsDigest };
    const proposal = proposalFrom(intent, c);
    const variant = { proposal, hold: holdFrom(c, at, "drift") };
    return { ...base, type: "approve", argsDigest: stale ? intent.argsDigest : proposal.argsDigest, variant };
  },
  deny: (intent, c, at) => {
    const argsDigest = pick([null, intent.argsDigest, "digest_stale"], c.c);
    const base = { at, operatorId: pick(PEOPLE, c.a), role: pick(ROLES, c.b), decisionId: `dec_${at}`, reason: "no" };
    return { type: "deny", ...base, ...(argsDigest === null ? {} : { argsDigest }) };
  },
  escalate: (_, c, at) => ({ type: "escalate", at, marginMs: pick(ESCALATION_MARGINS_MS, c.a) }),
  expire: (_, __, at) => ({ type: "expire", at }),
  withdraw: (_, __, at) => ({ type: "withdraw", at, reason: null }),
  undo: (_, c, at) => ({
    type: "undo",
    at,
    operatorId: pick(PEOPLE, c.a),
    role: pick(ROLES, c.b),
    expiresAt: at + 20_000,
  }),
  rehold: (intent, c, at) => {
    // Nothing outside may bring approvals along.
    const smuggled = { operatorId: pick(PEOPLE, c.a), decisionId: "dec_0", argsDigest: intent.argsDigest, at };
    return { type: "rehold", at, hold: { ...holdFrom(c, at, "limit"), approvals: [smuggled] } };
  },
  claim: (intent, _, at) => ({ type: "claim", at, attemptId: `att_${intent.fence + 1}` }),
  settle: (intent, c, at) => ({
    type: "settle",
    at,
    attemptId: c.b % 16 === 1 || intent.state.kind !== "executing" ? "att_other" : intent.state.attemptId,
    fence: c.b % 8 === 0 ? intent.fence - 1 : intent.fence,
    outcome: outcomeFrom(c),
    jitter: jitterFrom(c),
    // An attempt on record, of these args or of those before them.
    ...(intent.fence > 0 && c.c % 2 === 0
      ? { ranArgsDigest: c.c % 8 === 0 ? "digest_before" : intent.argsDigest }
      : {}),
  }),
  lose_lease: (_, c, at) => ({ type: "lose_lease", at, jitter: jitterFrom(c) }),
  probe: (intent, c, at) => ({
    type: "probe",
    at,
    askedAt: at - pick(ANSWER_TAKES_MS, c.b),
    result: pick(PROBES, c.a),
    // As a settle: there was an attempt to ask about.
    ...(intent.fence > 0 && c.c % 2 === 0
      ? { askedArgsDigest: c.c % 8 === 0 ? "digest_before" : intent.argsDigest }
      : {}),
  }),
  resolve: (_, c, at) => {
    const base = { at, operatorId: pick(PEOPLE, c.a), role: pick(ROLES, c.b), evidence: "seen in their console" };
    if (c.c % 3 === 0)
      return { type: "resolve", ...base, outcome: "executed", effectId: pick(["eff_1", "eff_2"], c.c >> 4) };
    const then = c.c % 3 === 1 ? "retry" : "fail";
    return { type: "resolve", ...base, outcome: "not_executed", then, confirmEarly: c.c % 2 === 0 };
  },
  store_restored: (_, c, at) => ({ type: "store_restored", at, claimedAt: c.a % 3 === 0 ? at - 1 : null }),
  release: (_, c, at) => ({ type: "release", at, operatorId: pick(PEOPLE, c.a), role: pick(ROLES, c.b) }),
  supersede: (_, c, at) => ({
    type: "supersede",
    at,
    successorId: "int_2",
    why: pick(["window_over", "bypass", "drift"] as const, c.a),
  }),
};

/** Complete, because `BUILD` does not compile without every type. */
export const EVENT_TYPES = Object.keys(BUILD) as EventType[];

/** The question is older than its answer, sometimes by more than the doubt. */
const ANSWER_TAKES_MS = [0, 0, 1, 900, 12_000] as const;

const PROBES: readonly ProbeResult[] = [
  { kind: "absent" },
  { kind: "unknown" },
  { kind: "unknown", why: "downstream_502" },
  { kind: "absent" },
  { kind: "present", effectId: "eff_1", result: { seen: true } },
];

function proposalFrom(intent: Intent, c: Choice): Proposal {
  return { ...pick(PROPOSALS, c.c), contractVersion: intent.contractVersion + 1, terms: intent.terms };
}

/** Most name no hold; of the others most saw the one that there is. */
function heldSinceFrom({ state }: Intent, c: Choice): { heldSince?: number } {
  if (state.kind !== "held" || c.c % 5 !== 2) return {};
  return { heldSince: c.a % 4 === 3 ? state.hold.since - 1 : state.hold.since };
}

/** Grows with the pick, so that weaker and stronger holds both meet an intent. */
function holdFrom(c: Choice, at: number, reason: HoldReason): Hold {
  return {
    reasons: [reason],
    rule: null,
    approvalsNeeded: 1 + (c.a % 3),
    role: c.b % 3 === 0 ? "admin" : "approver",
    approvals: [],
    since: at,
    expiresAt: at + 20_000,
    escalatedAt: null,
  };
}

function verdictFrom(c: Choice, at: number): Verdict {
  if (c.a % 9 === 0) return { kind: "refuse", rule: "never on Sundays", reason: "It is Sunday." };
  if (c.a % 2 === 1) return { kind: "clear", clearedBy: { kind: "policy", rule: "small", decisionId: `dec_${at}` } };
  return { kind: "hold", hold: holdFrom(c, at, "approval") };
}

function outcomeFrom(c: Choice): Outcome {
  const retryAfterMs = pick([null, 0, 3_000, 100_000], c.c);
  const notSent = { class: "not_sent", failure: FAILURE, ...(retryAfterMs === null ? {} : { retryAfterMs }) } as const;
  const unknown = { class: "unknown", failure: FAILURE } as const;
  const outcomes: Outcome[] = [
    ...[unknown, unknown, c.c % 4 === 0 ? { ...unknown, stillActs: true as const } : unknown, notSent, notSent],
    { class: "definitive", failure: FAILURE },
    { class: "success", effectId: "eff_1", result: { ok: true } },
    { class: "partial", effectId: "eff_1", result: {}, correctiveAction: "Send the rest." },
    { class: "configuration", failure: FAILURE, counted: c.c % 2 === 0 },
  ];
  return pick(outcomes, c.a);
}

function jitterFrom(c: Choice): number {
  return pick([0, 0.5, 0.999], c.b);
}
