/** What intake writes beside the intents themselves: submissions and the policy's decisions. */
import type { Disposition } from "@/lib/domain/event";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { Intent } from "@/lib/domain/intent";
import type { PolicyVerdict } from "@/lib/domain/policy/evaluate-policy";
import type { DECISIONS, SUBMISSIONS } from "@/lib/store/columns";
import type { Ids, PendingSubmission } from "./pending";
import type { Working } from "./working";

export type SubmissionValues = Record<keyof typeof SUBMISSIONS, unknown>;
export type DecisionValues = Record<keyof typeof DECISIONS, unknown>;

/** What became of one submission. */
export type Fate = {
  submissionId: string;
  disposition: Disposition;
  refusal: string | null;
  differences: FieldDifference[];
};

export function submissionRow(pending: PendingSubmission, target: Working, fate: Fate, at: number): SubmissionValues {
  const { prepared, context, agent } = pending;
  return {
    id: fate.submissionId,
    intentId: target.row.id,
    namespace: agent.namespace,
    agentId: agent.id,
    operatorId: null,
    disposition: fate.disposition,
    refusal: fate.refusal,
    contractVersion: prepared.contract.version,
    args: pending.rawArgs,
    executableArgs: prepared.args,
    argsDigest: prepared.argsDigest,
    fingerprint: prepared.fingerprint,
    differences: fate.differences,
    run: context.run,
    step: context.step,
    session: context.session,
    callerKey: context.callerKey,
    reason: pending.reason,
    metadata: pending.metadata,
    callbackUrl: pending.callbackUrl,
    receivedAt: new Date(at),
  };
}

export function policyDecision(intent: Intent, policy: PolicyVerdict, ids: Ids, at: number): DecisionValues {
  return {
    id: ids.decisionId,
    intentId: intent.id,
    verdict: policy.then,
    decidedBy: "policy",
    operatorId: null,
    rule: policy.rule,
    inputs: { trail: policy.trail },
    argsDigest: intent.argsDigest,
    submissionId: ids.submissionId,
    reason: policy.then === "refuse" ? policy.reason : null,
    createdAt: new Date(at),
  };
}
