import type { Actor, AuditEvent } from "@/lib/domain/actor";
import type { ErasedIntent } from "@/lib/store/erase-args";

/** That an intent's raw values are gone, and why; never what they were. */
export function erasedEvent(
  actor: Actor,
  { id, namespace, tool }: ErasedIntent,
  data: { why: "retention" } | { why: "erasure"; erasureId: string },
): AuditEvent {
  return { type: "intent.erased", actor, namespace, intentId: id, subject: tool, data };
}
