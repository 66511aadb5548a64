/** One named event per type, and per variant that the table distinguishes; only for tests. */
import type { IntentEvent, Outcome, Proposal, Verdict } from "../../event";
import type { Hold } from "../../intent";
import { FAILURE, HOLD, T, TERMS } from "./samples";

const verdict: Verdict = { kind: "clear", clearedBy: { kind: "policy", rule: "small", decisionId: "dec_2" } };
const proposal = (name: string): Proposal => ({
  submissionId: `sub_${name}`,
  fingerprint: `fp_${name}`,
  argsDigest: `digest_${name}`,
  contractVersion: 2,
  terms: TERMS,
});
const hold: Hold = { ...HOLD, reasons: ["drift"] };
const ann = { operatorId: "ann", role: "approver", decisionId: "dec_2" } as const;
const bob = { ...ann, operatorId: "bob" } as const;
const seen = { argsDigest: "digest_a" };
const shown = { ...bob, evidence: "their console" };
const SOON = T + 1_000;
const LATE = T + TERMS.windowMs;
/** Also where the contract has no probe, and says nothing of absence. */
const ABSENT = T + 120_000;
const again = { outcome: "not_executed", then: "retry" } as const;

const settled = (outcome: Outcome, attemptId = "att_1", fence = 1) =>
  ({ type: "settle", at: SOON, attemptId, fence, outcome, jitter: 0 }) as const;
/** Of an attempt before the current one, whose args are on record. */
const late = (outcome: Outcome, ranArgsDigest = "digest_a") => ({ ...settled(outcome, "att_0", 0), ranArgsDigest });
const FOUND = { kind: "present", effectId: "eff_1", result: {} } as const;
const drifted = { type: "drift", proposal: proposal("b"), verdict, hold } as const;

/** Columns of the table. */
export const EVENTS: Record<string, IntentEvent> = {
  repeat: { type: "repeat", at: SOON, proposal: proposal("a"), verdict },
  "repeat, late": { type: "repeat", at: LATE, proposal: proposal("a"), verdict },
  "drift, new": { ...drifted, at: SOON, novel: true },
  "drift, known": { ...drifted, at: SOON, novel: false },
  "drift, late": { ...drifted, at: LATE, novel: true },
  bypass: { type: "supersede", at: SOON, successorId: "int_2", why: "bypass" },
  "next, early": { type: "supersede", at: LATE - 1, successorId: "int_2", why: "window_over" },
  next: { type: "supersede", at: LATE, successorId: "int_2", why: "window_over" },
  approve: { type: "approve", at: SOON, ...ann, ...seen },
  "approve, late": { type: "approve", at: HOLD.expiresAt, ...ann, ...seen },
  "approve, stale": { type: "approve", at: SOON, ...ann, argsDigest: "digest_x" },
  "approve, held anew": { type: "approve", at: SOON, ...ann, ...seen, heldSince: T - 1 },
  "approve, viewer": { type: "approve", at: SOON, ...ann, ...seen, role: "viewer" },
  "approve b": {
    type: "approve",
    at: SOON,
    ...bob,
    argsDigest: "digest_b",
    variant: { proposal: proposal("b"), hold },
  },
  "approve, over limit": { type: "approve", at: SOON, ...ann, ...seen, overLimit: "limit: 10 a day" },
  deny: { type: "deny", at: SOON, ...ann, reason: "no" },
  "deny, late": { type: "deny", at: HOLD.expiresAt, ...ann, reason: "no" },
  "deny, stale": { type: "deny", at: SOON, ...ann, argsDigest: "digest_x", reason: "no" },
  "deny, viewer": { type: "deny", at: SOON, ...ann, role: "viewer", reason: "no" },
  "escalate, early": { type: "escalate", at: HOLD.expiresAt - 10_001, marginMs: 10_000 },
  escalate: { type: "escalate", at: HOLD.expiresAt - 10_000, marginMs: 10_000 },
  "escalate, late": { type: "escalate", at: HOLD.expiresAt, marginMs: 10_000 },
  "expire, early": { type: "expire", at: HOLD.expiresAt - 1 },
  expire: { type: "expire", at: HOLD.expiresAt },
  withdraw: { type: "withdraw", at: SOON, reason: null },
  undo: { type: "undo", at: SOON, operatorId: "ann", role: "approver", expiresAt: LATE },
  "undo, late": { type: "undo", at: T + TERMS.undoMs, operatorId: "ann", role: "approver", expiresAt: LATE },
  "undo, viewer": { type: "undo", at: SOON, operatorId: "ann", role: "viewer", expiresAt: LATE },
  rehold: { type: "rehold", at: SOON, hold },
  "claim, early": { type: "claim", at: T - 1, attemptId: "att_2" },
  claim: { type: "claim", at: SOON, attemptId: "att_2" },
  "claim, late": { type: "claim", at: T + 60_000, attemptId: "att_2" },
  "settle, old fence": settled({ class: "unknown", failure: FAILURE }, "att_1", 0),
  "settle, other attempt": settled({ class: "not_sent", failure: FAILURE }, "att_9"),
  success: settled({ class: "success", effectId: "eff_1", result: {} }),
  partial: settled({ class: "partial", effectId: "eff_1", result: {}, correctiveAction: "Send the rest." }),
  definitive: settled({ class: "definitive", failure: FAILURE }),
  "not sent": settled({ class: "not_sent", failure: FAILURE }),
  "not tried": settled({ class: "not_sent", failure: FAILURE, counted: false }),
  unknown: settled({ class: "unknown", failure: FAILURE }),
  "wrong setting": settled({ class: "configuration", failure: FAILURE, counted: false }),
  "late success": late({ class: "success", effectId: "eff_1", result: {} }),
  "late partial": late({ class: "partial", effectId: "eff_1", result: {}, correctiveAction: "Send the rest." }),
  "late, other args": late({ class: "success", effectId: "eff_1", result: {} }, "digest_before"),
  "late, no effect id": late({ class: "success", effectId: null, result: {} }),
  "late definitive": late({ class: "definitive", failure: FAILURE }),
  "late not sent": late({ class: "not_sent", failure: FAILURE }),
  "lose, early": { type: "lose_lease", at: T + 15_999, jitter: 0 },
  lose: { type: "lose_lease", at: T + 16_000, jitter: 0 },
  present: { type: "probe", at: T, askedAt: T, result: FOUND },
  "found late": { type: "probe", at: SOON, askedAt: T, askedArgsDigest: "digest_a", result: FOUND },
  "found late, other args": { type: "probe", at: SOON, askedAt: T, askedArgsDigest: "digest_before", result: FOUND },
  "absent, early": { type: "probe", at: T + 1_999, askedAt: T + 1_999, result: { kind: "absent" } },
  "absent, asked early": { type: "probe", at: T + 2_500, askedAt: T + 1_999, result: { kind: "absent" } },
  "absent, late": { type: "probe", at: T + 2_500, askedAt: T + 2_000, result: { kind: "absent" } },
  "no answer": { type: "probe", at: T + 2_000, askedAt: T + 2_000, result: { kind: "unknown" } },
  executed: { type: "resolve", at: SOON, ...shown, outcome: "executed", effectId: "eff_1" },
  "retry, early": { type: "resolve", at: T + 1_999, ...shown, ...again },
  "retry, insists": { type: "resolve", at: T + 1_999, ...shown, ...again, confirmEarly: true },
  retry: { type: "resolve", at: ABSENT, ...shown, ...again },
  fail: { type: "resolve", at: SOON, ...shown, outcome: "not_executed", then: "fail" },
  "retry, ann": { type: "resolve", at: ABSENT, ...shown, operatorId: "ann", ...again },
  "retry, viewer": { type: "resolve", at: ABSENT, ...shown, role: "viewer", ...again },
  restored: { type: "store_restored", at: SOON, claimedAt: null },
  "restored, claim seen": { type: "store_restored", at: SOON, claimedAt: T },
  release: { type: "release", at: SOON, operatorId: "bob", role: "admin" },
  "release, approver": { type: "release", at: SOON, operatorId: "bob", role: "approver" },
};
