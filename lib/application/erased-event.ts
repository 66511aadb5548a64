import type { Actor, AuditEvent } from "@/lib/domain/actor";

type About = { id: string; namespace: string; tool: string };
type Why = { why: "retention" } | { why: "erasure"; erasureId: string };

/** That an intent's raw values are gone, and why; never what they were. */
export function erasedEvent(actor: Actor, { id, namespace, tool }: About, data: Why): AuditEvent {
  return { type: "intent.erased", actor, namespace, intentId: id, subject: tool, data };
}

/** The same of one submission that was kept with an intent it does not belong to. */
export function strayErasedEvent(actor: Actor, about: About, submissionId: string, why: Why): AuditEvent {
  return { ...erasedEvent(actor, about, why), type: "submission.erased", data: { ...why, submissionId } };
}
