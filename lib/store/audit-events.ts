/** The audit log as people read it: the journal, event by event. Nothing here writes. */
import type { SealedEvent } from "@/lib/domain/audit/sealed-event";
import { rowOf } from "@/lib/domain/id";
import { eventsIn, JOURNAL_COLUMNS, type JournalRow, ROW_OF_EVENT, WORDS } from "./journal-read";
import type { RawTx } from "./raw-transaction";
import { placesOf } from "./seals";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** A1: what is sealed, and what is exported. */
export function toSealedEvent(row: JournalRow, position: number): SealedEvent {
  const { id, type, namespace, intentId, subject, data, follows } = row;
  const actor = { kind: row.actorKind, id: row.actorId };
  const event = { position, id, at: toInstant(row.at), type, actor, namespace, intentId, subject, data };
  return follows === null ? event : { ...event, follows };
}

/** Never throws: 'infinity', which only a hand can write, is read as a number, and some days are none of ECMAScript's. */
function toInstant(at: Date | number): string {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : String(at);
}

/** As it is sealed: of an event that follows in a row, the row. */
export async function findSealedRow(client: Reader, eventId: string): Promise<JournalRow | null> {
  const rows = await client.$queryRawUnsafe<JournalRow[]>(
    `select ${JOURNAL_COLUMNS} from journal e where e.id = ${ROW_OF_EVENT("$1", "$2")}`,
    eventId,
    rowOf(eventId),
  );
  const [row] = rows;
  return row !== undefined && eventsIn(row).some(({ id }) => id === eventId) ? row : null;
}

export type AuditFilter = {
  type?: string | undefined;
  actor?: string | undefined;
  intent?: string | undefined;
  subject?: string | undefined;
  /** Bounds by id: an id holds its instant. */
  fromId?: string | undefined;
  toId?: string | undefined;
};

type NamedRow = JournalRow & {
  actorName: string | null;
  detail: Record<string, unknown> | null;
  salt: string | null;
};
export type ListedEventRow = NamedRow & { position: number | null; sealNumber: number | null };

/** `next`: where the next page begins; null: no more. A page may be short, or even empty, and still have a next. */
export type AuditPage<Cursor> = { rows: ListedEventRow[]; next: Cursor | null };

/**
 * Kinds of row that nearly every submission writes: not in `journal_rare`, whose condition this is, word for word, so
 * that Postgres knows that the index holds what is asked for.
 */
const HOT_TYPES = ["submission.recorded", "intent.opened", "intent.claim", "intent.settle"];
const IS_RARE = `e.type not in (${HOT_TYPES.map((type) => `'${type}'`).join(", ")})`;
/** What follows in the row of a submission, and may also be a row of its own. */
const FOLLOWING_TYPES = ["intent.opened", "intent.reopened", "intent.drifted"];

/** Where no index helps, a page looks at so many rows and no more. */
export const LOOKED_AT_MAX = 20_000;

const LISTED = `select ${JOURNAL_COLUMNS}, coalesce(a.name, o.name) as "actorName", ${WORDS}`;
const NAMES = `
  left join agents a on e.actor_kind = 'agent' and a.id = e.actor_id
  left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id`;

/** Newest first, each event by itself. */
export async function listAuditEvents(
  client: Reader,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<AuditPage<string>> {
  const where = makeWhere(filter);
  if (before !== undefined)
    where.conditions.push(`e.id <= ${ROW_OF_EVENT(where.bind(before), where.bind(rowOf(before)))}`);
  const floor = hasIndex(filter) ? null : await findFloor(client, before ?? filter.toId);
  where.add("e.id >= ?", floor);
  // One for the row that the page before ended in.
  const rowsMax = limit + 2;
  const rows = await client.$queryRawUnsafe<NamedRow[]>(
    `${LISTED} from journal e ${NAMES} ${where.text()} order by e.id desc limit $${where.values.length + 1}`,
    ...where.values,
    rowsMax,
  );
  const isCut = rows.length === rowsMax;
  const read = isCut ? rows.slice(0, -1) : rows;
  const events = read.flatMap((row) => eventsIn(row).toReversed());
  // The page before ended with an event, or where a look was bounded, with all of a row.
  const rest = events.slice(events.findLastIndex(({ id, rowId }) => id === before || rowId === before) + 1);
  const meant = rest.filter((event) => isMeant(filter, event));
  const page = await placed(client, meant.slice(0, limit));
  if (meant.length > limit) return { rows: page, next: page.at(-1)?.id ?? null };
  if (isCut) return { rows: page, next: read.at(-1)?.id ?? null };
  const isOver = floor === null || (filter.fromId !== undefined && floor < filter.fromId);
  return { rows: page, next: isOver ? null : floor };
}

function isMeant({ type, actor, subject }: AuditFilter, event: NamedRow): boolean {
  if (type !== undefined && event.type !== type) return false;
  if (actor !== undefined && event.actorId !== actor) return false;
  return subject === undefined || event.subject === subject;
}

async function placed(client: Reader, rows: NamedRow[]): Promise<ListedEventRow[]> {
  const places = await placesOf(client, [...new Set(rows.map(({ rowId }) => rowId))]);
  return rows.map((row) => ({ ...row, ...(places.get(row.rowId) ?? { position: null, sealNumber: null }) }));
}

/** In the order of positions: what is sealed, row by row. */
export async function listSealedEvents(
  client: Reader,
  filter: AuditFilter,
  after: number,
  limit: number,
): Promise<AuditPage<number>> {
  const [{ top } = { top: null }] = await client.$queryRawUnsafe<{ top: number | null }[]>(
    "select max(last_position)::double precision as top from audit_seals",
  );
  const end = after + LOOKED_AT_MAX;
  const where = makeWhere(filter);
  const [from, to] = [where.bind(after), where.bind(end)];
  const rows = await client.$queryRawUnsafe<ListedEventRow[]>(
    `${LISTED}, p.position::double precision as position, p.number::double precision as "sealNumber"
     from (${SEALED_ROWS(from, to)}) as p join journal e on e.id = p.id ${NAMES}
     ${where.text()} order by p.last_position, p.place limit $${where.values.length + 1}`,
    ...where.values,
    limit + 1,
  );
  const read = rows.slice(0, limit);
  const page = read.filter((row) => eventsIn(row).some((event) => isMeant(filter, event)));
  if (rows.length > limit) return { rows: page, next: read.at(-1)?.position ?? null };
  return { rows: page, next: top !== null && top > end ? end : null };
}

/** Which rows have the positions behind `after`, up to `upTo`; in the order of (last_position, place). */
export const SEALED_ROWS = (after: string, upTo: string) => `
  select s.number, s.last_position, r.place, s.first_position + r.place - 1 as position, r.id
  from audit_seals s cross join lateral unnest(s.rows) with ordinality as r(id, place)
  where s.last_position > ${after}::bigint and s.first_position <= ${upTo}::bigint
    and s.first_position + r.place - 1 > ${after}::bigint and s.first_position + r.place - 1 <= ${upTo}::bigint`;

/** Whether the rows that are asked for lie together in some index. */
function hasIndex({ intent, actor, type, subject }: AuditFilter): boolean {
  if (intent !== undefined || isOperator(actor)) return true;
  // Of a kind that is seldom there may still be millions: retention tells of every intent.
  return actor === undefined && subject === undefined && (type === undefined || isRare(type));
}

function isOperator(actor: string | undefined): boolean {
  return actor?.startsWith("opr_") === true;
}

function isRare(type: string | undefined): boolean {
  return type !== undefined && !HOT_TYPES.includes(type) && !FOLLOWING_TYPES.includes(type);
}

async function findFloor(client: Reader, before: string | undefined): Promise<string | null> {
  const values = before === undefined ? [] : [before];
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    `select id from journal ${before === undefined ? "" : "where id < $1"}
     order by id desc offset ${LOOKED_AT_MAX - 1} limit 1`,
    ...values,
  );
  return rows[0]?.id ?? null;
}

/** What follows in a row is looked at once the row is read (`isMeant`). */
function makeWhere({ type, actor, intent, subject, fromId, toId }: AuditFilter) {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const add = (condition: string, value: unknown) => {
    if (value !== undefined && value !== null) conditions.push(condition.replace("?", bind(value)));
  };
  add(FOLLOWING_TYPES.includes(type ?? "") ? "(e.type = ? or e.follows is not null)" : "e.type = ?", type);
  if (isRare(type)) conditions.push(IS_RARE);
  if (isOperator(actor)) {
    add("e.actor_id = ?", actor);
    conditions.push("e.actor_kind = 'operator'");
  } else add("(e.actor_id = ? or e.follows is not null)", actor);
  add("e.intent_id = ?", intent);
  add("(e.subject = ? or e.follows is not null)", subject);
  add("e.id >= ?", fromId);
  add("e.id < ?", toId);
  return {
    add,
    bind,
    conditions,
    values,
    text: () => (conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`),
  };
}
