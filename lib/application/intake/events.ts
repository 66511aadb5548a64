/** Intake's audit events: one a submission, one a state change (L9). Digests and pointers only. */
import type { AuditEvent } from "@/lib/domain/actor";
import { declaredDiffers } from "@/lib/domain/contract/declared-pointer";
import { digestJson } from "@/lib/domain/digest";
import type { Note } from "@/lib/domain/event";
import type { Admission } from "@/lib/domain/gate/admit";
import type { JsonObject } from "@/lib/domain/json";
import type { PendingSubmission } from "./pending";
import type { DecisionValues, Fate } from "./rows";
import type { Working } from "./working";

export function openedEvent(
  target: Working,
  { policy, grantUse, verdict, observed }: Admission,
  { id: decisionId, inputs }: DecisionValues,
  type: "intent.opened" | "intent.reopened",
): AuditEvent {
  const { row } = target;
  return {
    type,
    actor: { kind: "policy", id: `${row.tool}@${row.contractVersion}` },
    namespace: row.namespace,
    intentId: row.id,
    subject: row.tool,
    data: {
      to: row.state,
      rule: policy.rule,
      decisionId,
      inputsDigest: digestJson(inputs as JsonObject),
      argsDigest: row.argsDigest,
      generation: row.generation,
      ...(verdict.kind === "hold" ? { reasons: verdict.hold.reasons } : {}),
      ...(grantUse === null ? {} : { grantId: grantUse.grant.id }),
      ...(observed === null ? {} : { observed }),
    },
  };
}

export function supersededEvent(target: Working, successorId: string, why: string): AuditEvent {
  return systemEvent("intent.superseded", target, { successorId, why });
}

export function expiredEvent(target: Working): AuditEvent {
  return systemEvent("intent.expire", target, { from: "held", to: "expired", argsDigest: target.row.argsDigest });
}

function systemEvent(type: string, { row }: Working, data: Record<string, unknown>): AuditEvent {
  const actor = { kind: "system", id: "intake" } as const;
  return { type, actor, namespace: row.namespace, intentId: row.id, subject: row.tool, data };
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
  const { submissionId, disposition, refusal, differences, resembles, observed } = fate;
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
      ...declaredDiffers(
        contract.definition.args,
        differences.map(({ pointer }) => pointer),
      ),
      ...(resembles.length === 0 ? {} : { resembles: resembles.map(({ intentId, kind }) => ({ intentId, kind })) }),
      ...(observed === null ? {} : { observed }),
    },
  };
}

/** A caller's key that belongs to another action: no intent takes it, but it is on record. */
export function keyReusedEvent(pending: PendingSubmission, intentId: string, submissionId: string): AuditEvent {
  const { argsDigest, contract } = pending.prepared;
  return {
    type: "submission.refused",
    actor: { kind: "agent", id: pending.agent.id },
    namespace: pending.agent.namespace,
    intentId,
    subject: contract.tool,
    data: { refusal: "idempotency_key_reused", submissionId, argsDigest, contractVersion: contract.version },
  };
}
