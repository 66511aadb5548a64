/**
 * Writing the journal: one row a change, in the transaction of the change (L9). Submissions, decisions, attempts and audit
 * events are read from it; nothing else records them.
 *
 * J1  What is sealed (`data`, `follows`) holds ids, digests and states. Everything that an agent, an operator or a
 *     downstream wrote is in `detail`, which may be erased; `data` holds its salted digest.
 * J2  A row that records a submission, a decision or an attempt bears its time and number: `sub_X` is read from `evt_X`.
 */
import { randomBytes } from "node:crypto";
import type { FollowingEvent, RecordedEvent } from "@/lib/domain/actor";
import { digestDetail } from "@/lib/domain/audit/event-detail";
import { JOURNAL } from "./columns";
import type { Writer } from "./raw-transaction";
import { insertion, type Write, writeTogether } from "./write-together";

type NewEventId = (prefix: "evt") => string;

/** Written in the caller's transaction: an event that cannot be recorded undoes the change it tells of. */
export async function recordEvents(
  tx: Writer,
  newId: NewEventId,
  atMs: number,
  events: readonly RecordedEvent[],
): Promise<void> {
  await writeTogether(tx, [journalWrite(newId, atMs, events)]);
}

/** The same, to be written beside other things. */
export function journalWrite(newId: NewEventId, atMs: number, events: readonly RecordedEvent[]): Write | null {
  const at = new Date(atMs);
  return insertion(
    "journal",
    JOURNAL,
    events.map((event) => toRow(event, event.id ?? newId("evt"), at)),
  );
}

type JournalValues = Record<keyof typeof JOURNAL, unknown>;

function toRow(event: RecordedEvent, id: string, at: Date): JournalValues {
  const { type, actor, namespace, intentId, subject, data, follows = [], detail } = event;
  const kept = keep(detail);
  const counts = type === "submission.recorded" && data["refusal"] === undefined;
  return {
    at,
    id,
    type,
    actorKind: actor.kind,
    actorId: actor.id,
    namespace,
    intentId,
    subject,
    data: kept === null ? data : { ...data, detailDigest: kept.detailDigest },
    follows: follows.length === 0 ? null : follows.map(toFollowing),
    salt: kept?.salt ?? null,
    detail: kept?.detail ?? null,
    drifted: counts && data["disposition"] === "drifted" ? true : null,
    callsBack: counts && typeof detail?.["callbackUrl"] === "string" ? true : null,
  };
}

function toFollowing({ type, actor, subject, data }: FollowingEvent): FollowingEvent {
  return { type, actor: { kind: actor.kind, id: actor.id }, subject, data };
}

/** Args keep the order in which they were sent. Null: there is nothing to keep. */
function keep(detail: RecordedEvent["detail"]) {
  if (detail === undefined || Object.keys(detail).length === 0) return null;
  const salt = newSalt();
  return { salt, detail, detailDigest: digestDetail(salt, detail) };
}

const SALT_BYTES = 16;
/** Asking the system for bytes costs the same for one salt as for so many. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let used = 0;

/** Each byte is handed out once. */
function newSalt(): string {
  if (used + SALT_BYTES > pool.byteLength) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += SALT_BYTES;
  return pool.toString("hex", used - SALT_BYTES, used);
}
