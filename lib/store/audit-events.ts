/** The audit log as people and the sealer read it. Nothing here writes. */
import type { SealedEvent } from "@/lib/domain/audit/sealed-event";
import type { JsonValue } from "@/lib/domain/json";
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

export const EVENT_COLUMNS = `e.id, e.at, e.type, e.actor_kind as "actorKind", e.actor_id as "actorId", e.namespace,
  e.intent_id as "intentId", e.subject, e.data`;

/** A1: what is sealed, and what is exported. */
export function toSealedEvent(row: AuditEventRow, position: number): SealedEvent {
  const { id, type, namespace, intentId, subject, data } = row;
  const actor = { kind: row.actorKind, id: row.actorId };
  return { position, id, at: toInstant(row.at), type, actor, namespace, intentId, subject, data };
}

/** Never throws: 'infinity', which only a hand can write, is read as a number, and some days are none of ECMAScript's. */
function toInstant(at: Date | number): string {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : String(at);
}

export type PlacedEventRow = AuditEventRow & { position: number | null };

export async function findAuditEvent(client: Reader, id: string): Promise<PlacedEventRow | null> {
  const rows = await client.$queryRawUnsafe<PlacedEventRow[]>(
    `select ${EVENT_COLUMNS}, p.position::double precision as position
     from audit_events e left join audit_positions p on p.event_id = e.id where e.id = $1`,
    id,
  );
  return rows[0] ?? null;
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

export type ListedEventRow = PlacedEventRow & {
  actorName: string | null;
  sealNumber: number | null;
  detail: Record<string, unknown> | null;
  salt: string | null;
};

/** `next`: where the next page begins; null: no more. A page may be short, or even empty, and still have a next. */
export type AuditPage<Cursor> = { rows: ListedEventRow[]; next: Cursor | null };

/**
 * Kinds of event that nearly every submission writes: not in `audit_events_rare`, whose condition this is, word for
 * word, so that Postgres knows that the index holds what is asked for.
 */
const HOT_TYPES = ["submission.recorded", "intent.opened", "intent.claim", "intent.settle"];
const IS_RARE = `e.type not in (${HOT_TYPES.map((type) => `'${type}'`).join(", ")})`;

/** Where no index helps, a page looks at so many events and no more. */
export const LOOKED_AT_MAX = 20_000;

const LISTED = `
  select ${EVENT_COLUMNS}, p.position::double precision as position, coalesce(a.name, o.name) as "actorName", d.detail, d.salt,
    (select s.number::double precision from audit_seals s where s.last_position >= p.position
     order by s.last_position limit 1) as "sealNumber"`;
const NAMES = `
  left join agents a on e.actor_kind = 'agent' and a.id = e.actor_id
  left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id
  left join event_details d on d.event_id = e.id`;

/** Newest first. */
export async function listAuditEvents(
  client: Reader,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<AuditPage<string>> {
  const where = makeWhere(filter);
  where.add("e.id < ?", before);
  const floor = hasIndex(filter) ? null : await findFloor(client, before ?? filter.toId);
  where.add("e.id >= ?", floor);
  const rows = await client.$queryRawUnsafe<ListedEventRow[]>(
    `${LISTED} from audit_events e left join audit_positions p on p.event_id = e.id ${NAMES}
     ${where.text()} order by e.id desc limit $${where.values.length + 1}`,
    ...where.values,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  if (rows.length > limit) return { rows: page, next: page.at(-1)?.id ?? null };
  const isOver = floor === null || (filter.fromId !== undefined && floor < filter.fromId);
  return { rows: page, next: isOver ? null : floor };
}

/** In the order of positions: what is sealed. */
export async function listSealedEvents(
  client: Reader,
  filter: AuditFilter,
  after: number,
  limit: number,
): Promise<AuditPage<number>> {
  const [{ top } = { top: null }] = await client.$queryRawUnsafe<{ top: number | null }[]>(
    "select max(position)::double precision as top from audit_positions",
  );
  const end = after + LOOKED_AT_MAX;
  const where = makeWhere(filter);
  where.add("p.position > ?::bigint", after);
  where.add("p.position <= ?::bigint", end);
  const rows = await client.$queryRawUnsafe<ListedEventRow[]>(
    `${LISTED} from audit_positions p join audit_events e on e.id = p.event_id ${NAMES}
     ${where.text()} order by p.position limit $${where.values.length + 1}`,
    ...where.values,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  if (rows.length > limit) return { rows: page, next: page.at(-1)?.position ?? null };
  return { rows: page, next: top !== null && top > end ? end : null };
}

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
  return type !== undefined && !HOT_TYPES.includes(type);
}

async function findFloor(client: Reader, before: string | undefined): Promise<string | null> {
  const values = before === undefined ? [] : [before];
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    `select id from audit_events ${before === undefined ? "" : "where id < $1"}
     order by id desc offset ${LOOKED_AT_MAX - 1} limit 1`,
    ...values,
  );
  return rows[0]?.id ?? null;
}

function makeWhere({ type, actor, intent, subject, fromId, toId }: AuditFilter) {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (condition: string, value: unknown) => {
    if (value === undefined || value === null) return;
    values.push(value);
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  add("e.type = ?", type);
  if (isRare(type)) conditions.push(IS_RARE);
  add("e.actor_id = ?", actor);
  if (isOperator(actor)) conditions.push("e.actor_kind = 'operator'");
  add("e.intent_id = ?", intent);
  add("e.subject = ?", subject);
  add("e.id >= ?", fromId);
  add("e.id < ?", toId);
  return { add, values, text: () => (conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`) };
}
