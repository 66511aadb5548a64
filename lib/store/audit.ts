import type { AuditEvent } from "@/lib/domain/actor";
import { AUDIT_EVENTS } from "./columns";
import type { Writer } from "./raw-transaction";
import { insertion, type Write, writeTogether } from "./write-together";

/** Written in the caller's transaction: an event that cannot be recorded undoes the change it tells of (L9). */
export async function recordEvents(
  tx: Writer,
  newId: (prefix: "evt") => string,
  atMs: number,
  events: AuditEvent[],
): Promise<void> {
  await writeTogether(tx, [eventsWrite(newId, atMs, events)]);
}

/** The same, to be written beside other things. */
export function eventsWrite(newId: (prefix: "evt") => string, atMs: number, events: AuditEvent[]): Write | null {
  return insertion("audit_events", AUDIT_EVENTS, toAuditRows(newId, atMs, events));
}

export type AuditValues = Record<keyof typeof AUDIT_EVENTS, unknown>;

export function toAuditRows(newId: (prefix: "evt") => string, atMs: number, events: AuditEvent[]): AuditValues[] {
  return events.map((event) => ({
    id: newId("evt"),
    at: new Date(atMs),
    type: event.type,
    actorKind: event.actor.kind,
    actorId: event.actor.id,
    namespace: event.namespace,
    intentId: event.intentId,
    subject: event.subject,
    data: event.data,
  }));
}
