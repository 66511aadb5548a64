/**
 * Reading the journal as events. A row is one event, and what follows in it (`follows`) are more: each has an id of its
 * own, which names the row and its place there (`domain/id`).
 */
import type { FollowingEvent } from "@/lib/domain/actor";
import type { SealedEvent } from "@/lib/domain/audit/sealed-event";
import { idInRow, rowOf, sameIdAs } from "@/lib/domain/id";
import type { JsonObject, JsonValue } from "@/lib/domain/json";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type AuditEventRow = {
  id: string;
  at: Date;
  type: string;
  actorKind: SealedEvent["actor"]["kind"];
  actorId: string;
  namespace: string | null;
  intentId: string | null;
  subject: string | null;
  data: JsonValue;
};

export type JournalRow = AuditEventRow & {
  /** Where the row itself is found; of rows from before the journal not the id that it was sealed under. */
  rowId: string;
  follows: FollowingEvent[] | null;
};

export const JOURNAL_COLUMNS = `coalesce(e.sealed_as, e.id) as id, e.id as "rowId", e.at, e.type,
  e.actor_kind as "actorKind", e.actor_id as "actorId", e.namespace, e.intent_id as "intentId", e.subject, e.data, e.follows`;

/** What was kept of args, grounds and exchanges is shown as submissions, decisions and attempts, not with their events. */
const WORDLESS = [
  ...["submission.recorded", "submission.refused", "intent.opened", "intent.reopened"],
  ...["intent.settle", "intent.lose_lease", "intent.store_restored"],
];
const HAS_WORDS = `e.type not in (${WORDLESS.map((type) => `'${type}'`).join(", ")})`;
export const WORDS = `case when ${HAS_WORDS} then e.detail end as detail, case when ${HAS_WORDS} then e.salt end as salt`;

/** The gate's decision is about the args of the row that they are in. */
const OPENINGS = new Set(["intent.opened", "intent.reopened"]);

/** A row and what follows in it, in their order. */
export function eventsIn<Row extends JournalRow & { actorName?: string | null; detail?: unknown; salt?: unknown }>(
  row: Row,
): Row[] {
  const { follows, rowId, actorId, actorName = null } = row;
  if (follows === null) return [row];
  const decided = { decisionId: sameIdAs("dec", rowId), argsDigest: (row.data as JsonObject)["argsDigest"] };
  const following = follows.map(({ type, actor, subject, data }, index) => ({
    ...row,
    id: idInRow(rowId, index + 1),
    type,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.id === actorId ? actorName : null,
    subject,
    data: (OPENINGS.has(type) ? { ...decided, ...data } : data) as JsonValue,
    detail: null,
    salt: null,
  }));
  return [row, ...following];
}

/** The row that this event is in: under its own id, the id that it was sealed under, or as one that follows. */
export const ROW_OF_EVENT = (id: string, row: string) => `coalesce(
  (select id from journal where id = ${id}), (select id from journal where sealed_as = ${id}), ${row})`;

export type EventRow = Pick<JournalRow, "id" | "at" | "type" | "actorKind" | "actorId"> & {
  actorName: string | null;
  data: Record<string, unknown>;
  /** What people said; null: nothing, or it was erased. */
  detail: Record<string, unknown> | null;
};
type ListedRow = JournalRow & EventRow;

/** Of one intent, oldest first. `actor`: only what such actors did. */
export async function listIntentEvents(
  client: Reader,
  intentId: string,
  after: string,
  limit: number,
  actor: string | null = null,
): Promise<EventRow[]> {
  const rows = await client.$queryRawUnsafe<ListedRow[]>(
    `select ${JOURNAL_COLUMNS}, coalesce(a.name, o.name) as "actorName", ${WORDS}
     from journal e
     left join agents a on e.actor_kind = 'agent' and a.id = e.actor_id
     left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id
     where e.intent_id = $1 and e.id >= ${ROW_OF_EVENT("$2", "$3")}
       and ($5::text is null or e.actor_kind = $5
         or exists (select from json_array_elements(e.follows) as f(event) where f.event -> 'actor' ->> 'kind' = $5))
     order by e.id limit $4`,
    intentId,
    after,
    rowOf(after),
    // One for the row that the page before ended in.
    limit + 1,
    actor,
  );
  const events = rows.flatMap((row) => eventsIn<ListedRow>(row));
  const rest = events.slice(events.findIndex(({ id }) => id === after) + 1);
  return rest.filter(({ actorKind }) => actor === null || actorKind === actor).slice(0, limit);
}
