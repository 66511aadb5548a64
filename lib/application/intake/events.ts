/** Intake's audit events: one a submission, one a state change (L9). Digests and pointers only. */
import type { AuditEvent } from "@/lib/domain/actor";
import type { Note } from "@/lib/domain/event";
import type { PolicyVerdict } from "@/lib/domain/policy/evaluate-policy";
import type { PendingSubmission } from "./pending";
import type { Fate } from "./rows";
import type { Working } from "./working";

export function policyEvent(
  target: Working,
  policy: PolicyVerdict,
  type: "intent.opened" | "intent.reopened",
): AuditEvent {
  const { row } = target;
  return {
    type,
    actor: { kind: "policy", id: `${row.tool}@${row.contractVersion}` },
    namespace: row.namespace,
    intentId: row.id,
    subject: row.tool,
    data: { to: row.state, rule: policy.rule, argsDigest: row.argsDigest, generation: row.generation },
  };
}

export function driftEvent(pending: PendingSubmission, target: Working, from: string, notes: Note[]): AuditEvent {
  return {
    type: "intent.drifted",
    actor: { kind: "agent", id: pending.agent.id },
    namespace: target.row.namespace,
    intentId: target.row.id,
    subject: target.row.tool,
    data: {
      from,
      to: target.row.state,
      fingerprint: pending.prepared.fingerprint,
      notes: notes.map((note) => note.kind),
    },
  };
}

export function submittedEvent(pending: PendingSubmission, target: Working, fate: Fate): AuditEvent {
  const { submissionId, disposition, refusal, differences } = fate;
  const { argsDigest, fingerprint, contract } = pending.prepared;
  return {
    type: "submission.recorded",
    actor: { kind: "agent", id: pending.agent.id },
    namespace: target.row.namespace,
    intentId: target.row.id,
    subject: submissionId,
    data: {
      disposition,
      argsDigest,
      fingerprint,
      contractVersion: contract.version,
      ...(refusal === null ? {} : { refusal }),
      ...(differences.length === 0 ? {} : { differs: differences.map(({ pointer }) => pointer) }),
    },
  };
}
