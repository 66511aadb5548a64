/**
 * One submission meets what is live under its stem. The answer says what to record; nothing is written here, so that
 * intake and explain share this code and a batch folds its submissions in order through it.
 */
import type { Disposition, Note, Proposal, Verdict } from "../event";
import { type Hold, type Intent, NO_ATTEMPTS, OTHER_HOLD_MS } from "../intent";
import { HOLD_DEFAULT_MS, type PolicyVerdict } from "../policy/evaluate-policy";
import { openingState } from "../transition/submit";
import { transition } from "../transition/transition";
import type { Prepared } from "./prepare";

export type FoldInput = {
  prepared: Prepared;
  current: Intent | null;
  submissionCount: number;
  /** This fingerprint was never seen on the intent before. */
  novel: boolean;
  intentId: string;
  submissionId: string;
  decisionId: string;
  at: number;
};

export type Folded =
  | {
      kind: "open";
      intent: Intent;
      policy: PolicyVerdict;
      supersedes: { intent: Intent; why: "window_over" | "drift" } | null;
    }
  | {
      kind: "join";
      intent: Intent;
      disposition: Disposition;
      policy: PolicyVerdict | null;
      notes: Note[];
      drifted: boolean;
    }
  | { kind: "refuse"; code: "already_submitted" | "idempotency_conflict" };

export function foldSubmission(input: FoldInput): Folded {
  const { current, prepared } = input;
  if (current === null) return open(input, null);
  const drifted = current.fingerprint !== prepared.fingerprint;
  const rule = drifted ? prepared.contract.duplicates.drift : prepared.contract.duplicates.same;
  const policy = prepared.policy(input.submissionCount + 1, input.at);
  const moved = meet(input, current, drifted && rule !== "coalesce", policy);
  if (!moved.ok) {
    if (moved.refusal.code === "next_generation") return open(input, { intent: current, why: moved.refusal.why });
    throw new TypeError(`A live intent refused a submission: ${moved.refusal.code}`);
  }
  const reopened = moved.disposition === "reopened";
  if (rule === "refuse" && !reopened)
    return { kind: "refuse", code: drifted ? "idempotency_conflict" : "already_submitted" };
  const disposition = drifted && !reopened ? "drifted" : (moved.disposition ?? "coalesced");
  return {
    kind: "join",
    intent: moved.next,
    disposition,
    policy: reopened ? policy : null,
    notes: moved.notes,
    drifted,
  };
}

function meet(input: FoldInput, current: Intent, asDrift: boolean, policy: PolicyVerdict) {
  const { at, novel } = input;
  const proposal = toProposal(input);
  const verdict = toVerdict(policy, input.decisionId, at);
  if (!asDrift) return transition(current, { type: "repeat", at, proposal, verdict });
  return transition(current, { type: "drift", at, proposal, verdict, novel, hold: driftHold(policy, at) });
}

function open(input: FoldInput, supersedes: { intent: Intent; why: "window_over" | "drift" } | null): Folded {
  const { prepared, at } = input;
  const policy = prepared.policy(1, at);
  const keyless = prepared.keyParts === null && prepared.contract.definition.effect !== "read";
  const verdict: Verdict =
    keyless && policy.then !== "refuse"
      ? { kind: "hold", hold: missingKeyHold(policy, at) }
      : toVerdict(policy, input.decisionId, at);
  const intent: Intent = {
    id: input.intentId,
    ...toProposal(input),
    fence: 0,
    attempts: NO_ATTEMPTS,
    successorId: null,
    state: openingState(verdict, prepared.argsDigest, at),
  };
  return { kind: "open", intent, policy, supersedes };
}

function toProposal({ prepared, submissionId }: FoldInput): Proposal {
  const { fingerprint, argsDigest, contract } = prepared;
  return { submissionId, fingerprint, argsDigest, contractVersion: contract.version, terms: contract.terms };
}

export function toVerdict(policy: PolicyVerdict, decisionId: string, at: number): Verdict {
  if (policy.then === "clear") return { kind: "clear", clearedBy: { kind: "policy", rule: policy.rule, decisionId } };
  if (policy.then === "refuse") return { kind: "refuse", rule: policy.rule, reason: policy.reason };
  const { rule, approvalsNeeded, role } = policy;
  return {
    kind: "hold",
    hold: { reasons: ["approval"], rule, approvalsNeeded, role, approvals: [], expiresAt: at + policy.expiresInMs },
  };
}

function driftHold(policy: PolicyVerdict, at: number): Hold {
  const asked = policy.then === "hold" ? policy : null;
  return {
    reasons: ["drift"],
    rule: asked?.rule ?? null,
    approvalsNeeded: asked?.approvalsNeeded ?? 1,
    role: asked?.role ?? "approver",
    approvals: [],
    expiresAt: at + OTHER_HOLD_MS,
  };
}

function missingKeyHold(policy: PolicyVerdict, at: number): Hold {
  const asked = policy.then === "hold" ? policy : null;
  const reasons: Hold["reasons"] = asked === null ? ["missing_key"] : ["missing_key", "approval"];
  const expiresInMs = Math.max(OTHER_HOLD_MS, asked?.expiresInMs ?? HOLD_DEFAULT_MS);
  const { rule, approvalsNeeded, role } = asked ?? { rule: null, approvalsNeeded: 1, role: "approver" as const };
  return { reasons, rule, approvalsNeeded, role, approvals: [], expiresAt: at + expiresInMs };
}
