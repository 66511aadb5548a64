/** What intake writes beside the intents themselves: submissions and the gate's decisions. */
import type { Disposition } from "@/lib/domain/event";
import type { Admission, Observed } from "@/lib/domain/gate/admit";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { Resembled } from "@/lib/domain/gate/resemble";
import type { Ids } from "@/lib/domain/gate/world";
import type { Intent } from "@/lib/domain/intent";
import type { DECISIONS, SUBMISSIONS } from "@/lib/store/columns";
import type { PendingSubmission } from "./pending";

export type SubmissionValues = Record<keyof typeof SUBMISSIONS, unknown>;
export type DecisionValues = Record<keyof typeof DECISIONS, unknown>;

/** What became of one submission. */
export type Fate = {
  submissionId: string;
  disposition: Disposition;
  refusal: string | null;
  differences: FieldDifference[];
  resembles: Resembled[];
  observed: Observed | null;
};

export function submissionRow(
  pending: PendingSubmission,
  target: { row: { id: string } },
  fate: Fate,
  at: number,
): SubmissionValues {
  const { prepared, agent } = pending;
  const { context } = prepared;
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
    resembles: fate.resembles,
    observed: fate.observed,
    edited: false,
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

/** The rule that decided and what it was told, or the grant that stood in for people. */
export function gateDecision(
  pending: PendingSubmission,
  intent: Intent,
  admission: Admission,
  ids: Ids,
  submissionCount: number,
  at: number,
): DecisionValues {
  const { verdict, policy, over, grantUse, observed } = admission;
  const { asker, context } = pending.prepared;
  return {
    id: ids.decisionId,
    intentId: intent.id,
    verdict: verdict.kind,
    decidedBy: grantUse === null ? "policy" : "grant",
    operatorId: null,
    rule: grantUse === null ? policy.rule : grantUse.grant.id,
    inputs: {
      trail: policy.trail,
      agent: { id: asker.id, name: asker.name, labels: asker.labels },
      run: context.run,
      step: context.step,
      submissionCount,
      ...(verdict.kind === "hold" ? { reasons: verdict.hold.reasons } : {}),
      ...(over.length > 0 ? { over: over.map(({ label }) => label) } : {}),
      ...(grantUse === null ? {} : { asked: policy.rule }),
      ...(observed === null ? {} : { observed }),
    },
    argsDigest: intent.argsDigest,
    submissionId: ids.submissionId,
    reason: verdict.kind === "refuse" ? verdict.reason : null,
    createdAt: new Date(at),
  };
}
