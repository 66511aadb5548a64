import type { Actor, AuditEvent } from "@/lib/domain/actor";
import type { EventType, Note } from "@/lib/domain/event";
import type { Intent } from "@/lib/domain/intent";
import type { StoredIntent } from "@/lib/store/intents";

/** One event a transition: what it was, from where to where, on which args (L9). */
export function eventOf(
  type: EventType,
  actor: Actor,
  from: StoredIntent,
  to: Intent,
  more: Record<string, unknown> = {},
  notes: Note[] = [],
): AuditEvent {
  return {
    type: `intent.${type}`,
    actor,
    namespace: from.row.namespace,
    intentId: from.row.id,
    subject: from.row.tool,
    data: {
      from: from.row.state,
      to: to.state.kind,
      argsDigest: to.argsDigest,
      ...more,
      ...(notes.length > 0 ? { notes: notes.map((note) => note.kind) } : {}),
    },
  };
}
