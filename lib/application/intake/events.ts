/** What intake records: one row a submission with what came of it, and one for each other intent that it changed (L9). */
import type { AuditEvent, FollowingEvent, RecordedEvent } from "@/lib/domain/actor";
import type { Note } from "@/lib/domain/event";
import type { Admission } from "@/lib/domain/gate/admit";
import { sameIdAs } from "@/lib/domain/id";
import { type Asked, argsOf, withoutNulls } from "../submission-event";
import type { PendingSubmission } from "./pending";
import type { Working } from "./working";

/** The gate's decision: what it came to, by which rule or grant. Digest and decision id are the row's own (`journal-read`). */
export function openedEvent(
  { row }: Working,
  { policy, grantUse, verdict, observed }: Admission,
  type: "intent.opened" | "intent.reopened",
): FollowingEvent {
  return {
    type,
    actor: { kind: "policy", id: `${row.tool}@${row.contractVersion}` },
    subject: row.tool,
    data: {
      to: row.state,
      rule: policy.rule,
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

export function expiredEvent(target: Working): RecordedEvent {
  const { row, expiredEventId: id } = target;
  const event = systemEvent("intent.expire", target, { from: "held", to: "expired", argsDigest: row.argsDigest });
  return id === undefined ? event : { ...event, id };
}

function systemEvent(type: string, { row }: Working, data: Record<string, unknown>): AuditEvent {
  const actor = { kind: "system", id: "intake" } as const;
  return { type, actor, namespace: row.namespace, intentId: row.id, subject: row.tool, data };
}

export function driftEvent(
  { agent, prepared }: PendingSubmission,
  { row }: Working,
  from: string,
  notes: Note[],
): FollowingEvent {
  const data = { from, to: row.state, fingerprint: prepared.fingerprint, notes: notes.map((note) => note.kind) };
  return { type: "intent.drifted", actor: { kind: "agent", id: agent.id }, subject: row.tool, data };
}

/** What an agent asked for, as it asked. */
export function askedBy({ prepared, agent, rawArgs, ...said }: PendingSubmission, intentId: string): Asked {
  const { run, step, session, callerKey } = prepared.context;
  const { reason, metadata, callbackUrl } = said;
  const by = { kind: "agent", id: agent.id } as const;
  const told = { run, step, session, callerKey, reason, metadata, callbackUrl };
  return { by, namespace: agent.namespace, intentId, prepared, args: rawArgs, told };
}

/** A caller's key that belongs to another action: no intent takes it, but it is on record with the one whose key it is. */
export function keyReusedEvent(pending: PendingSubmission, intentId: string, submissionId: string): RecordedEvent {
  const { by, namespace, args, told, prepared } = askedBy(pending, intentId);
  const { argsDigest, fingerprint, contract } = prepared;
  const refusal = "idempotency_key_reused";
  return {
    id: sameIdAs("evt", submissionId),
    type: "submission.refused",
    actor: by,
    namespace,
    intentId,
    subject: contract.tool,
    data: { refusal, submissionId, argsDigest, fingerprint, contractVersion: contract.version },
    detail: { ...argsOf(args, prepared.args), ...withoutNulls(told) },
  };
}
