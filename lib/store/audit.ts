import { randomBytes } from "node:crypto";
import type { AuditEvent, DetailedEvent } from "@/lib/domain/actor";
import { digestDetail } from "@/lib/domain/audit/event-detail";
import { AUDIT_EVENTS, EVENT_DETAILS } from "./columns";
import type { Writer } from "./raw-transaction";
import { insertion, type Write, writeTogether } from "./write-together";

/** Written in the caller's transaction: an event that cannot be recorded undoes the change it tells of (L9). */
export async function recordEvents(
  tx: Writer,
  newId: (prefix: "evt") => string,
  atMs: number,
  events: DetailedEvent[],
): Promise<void> {
  await writeTogether(tx, detailedEventsWrites(newId, atMs, events));
}

/** The same, to be written beside other things. */
export function eventsWrite(
  newId: (prefix: "evt") => string,
  atMs: number,
  events: (AuditEvent & { detail?: never })[],
): Write | null {
  return insertion("audit_events", AUDIT_EVENTS, toAuditRows(newId, atMs, events));
}

/** The same, for events that people or others had a word in. */
export function detailedEventsWrites(
  newId: (prefix: "evt") => string,
  atMs: number,
  events: DetailedEvent[],
): (Write | null)[] {
  const rows = toAuditRows(newId, atMs, events);
  const details = rows.flatMap((row, index) => {
    const { detail = {} } = events[index] ?? {};
    if (Object.keys(detail).length === 0) return [];
    const salt = randomBytes(SALT_BYTES).toString("hex");
    row.data = { ...(row.data as object), detailDigest: digestDetail(salt, detail) };
    return [{ eventId: row.id, salt, detail }];
  });
  return [insertion("audit_events", AUDIT_EVENTS, rows), insertion("event_details", EVENT_DETAILS, details)];
}

const SALT_BYTES = 16;

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
