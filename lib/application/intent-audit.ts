import type { Actor, AuditEvent } from "@/lib/domain/actor";
import type { EventType, Note } from "@/lib/domain/event";
import type { Intent, State } from "@/lib/domain/intent";
import type { IntentRow } from "@/lib/store/intent-row";

/** One event a transition: what it was, from where to where, on which args, in which attempt, with which effect (L9). */
export function eventOf(
  type: EventType,
  actor: Actor,
  from: { row: Pick<IntentRow, "id" | "namespace" | "tool" | "state">; intent: Intent },
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
      ...attemptIn(from.intent.state),
      ...effectIn(to.state),
      ...more,
      ...(notes.length > 0 ? { notes: notes.map((note) => note.kind) } : {}),
    },
  };
}

/** A lease that runs out says nothing of its attempt by itself. */
function attemptIn(state: State): Record<string, unknown> {
  return state.kind === "executing" ? { attemptId: state.attemptId } : {};
}

/** Without it nothing that is sealed would say which effect the intent is said to have had. */
function effectIn(state: State): Record<string, unknown> {
  const effectId = state.kind === "succeeded" || state.kind === "partial" ? state.effectId : null;
  return effectId === null ? {} : { effectId };
}
