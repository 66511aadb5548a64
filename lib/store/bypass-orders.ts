/** Orders to act again. One is open at a time for an intent; whoever changes one holds the lock of the action. */
import type { Role } from "@/lib/domain/intent";
import { insertRows, selectList } from "./columns";
import type { RawTx, Writer } from "./raw-transaction";

/** One who gave the order: the first ordered, the others confirmed. */
export type BypassPerson = { operatorId: string; reason: string; at: number };

export type BypassOrderRow = {
  id: string;
  intentId: string;
  submissionId: string;
  /** The end of the intent that it is about. */
  endedAt: Date;
  people: BypassPerson[];
  role: Role;
  peopleNeeded: number;
  createdAt: Date;
  expiresAt: Date;
};

export type NamedBypassOrder = BypassOrderRow & {
  closedAs: ClosedAs | null;
  names: Record<string, string>;
};

export type ClosedAs = "given" | "withdrawn" | "expired" | "void";

const ORDERS = {
  id: ["id", "text"],
  intentId: ["intent_id", "text"],
  submissionId: ["submission_id", "text"],
  endedAt: ["ended_at", "timestamptz(3)"],
  people: ["people", "json"],
  role: ["role", "text"],
  peopleNeeded: ["people_needed", "integer"],
  createdAt: ["created_at", "timestamptz(3)"],
  expiresAt: ["expires_at", "timestamptz(3)"],
} as const;

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** Not yet closed; it may be over all the same (`expiresAt`, `endedAt`). */
export async function findOpenOrder(client: Reader, intentId: string): Promise<BypassOrderRow | null> {
  const rows = await client.$queryRawUnsafe<BypassOrderRow[]>(
    `select ${selectList(ORDERS)} from bypass_orders where intent_id = $1 and closed_at is null`,
    intentId,
  );
  return rows[0] ?? null;
}

export async function insertOrder(tx: Writer, order: BypassOrderRow): Promise<void> {
  await insertRows(tx, "bypass_orders", ORDERS, [order]);
}

export async function updateOrder(
  tx: Writer,
  order: Pick<BypassOrderRow, "id" | "people" | "role" | "peopleNeeded">,
): Promise<void> {
  await tx.$executeRawUnsafe(
    "update bypass_orders set people = $2::json, role = $3, people_needed = $4 where id = $1",
    order.id,
    JSON.stringify(order.people),
    order.role,
    order.peopleNeeded,
  );
}

export type ClosedOrder = { id: string; as: ClosedAs; by: string | null; at: Date; successorId?: string };

export async function closeOrder(tx: Writer, { id, as, by, at, successorId }: ClosedOrder): Promise<void> {
  await tx.$executeRawUnsafe(
    `update bypass_orders set closed_at = $2, closed_as = $3, closed_by = $4, successor_id = $5
     where id = $1 and closed_at is null`,
    id,
    at,
    as,
    by,
    successorId ?? null,
  );
}

const NAMED_SQL = `
  select ${selectList(ORDERS, "b")}, b.closed_as as "closedAs",
    (select coalesce(json_object_agg(o.id, o.name), '{}') from json_array_elements(b.people) as p
     join operators o on o.id = p ->> 'operatorId') as names
  from bypass_orders b`;

/** The order that waits for people, if it is about the end that the intent has now and is not over. */
export async function findPendingOrder(client: Reader, intentId: string): Promise<NamedBypassOrder | null> {
  const rows = await client.$queryRawUnsafe<NamedBypassOrder[]>(
    `${NAMED_SQL} join intents i on i.id = b.intent_id
     where b.intent_id = $1 and b.closed_at is null and b.expires_at > clock_timestamp() and i.ended_at = b.ended_at`,
    intentId,
  );
  return rows[0] ?? null;
}

/** The same for many intents; by intent. */
export async function pendingOrdersOf(client: Reader, intentIds: string[]): Promise<Map<string, NamedBypassOrder>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<NamedBypassOrder[]>(
    `${NAMED_SQL} where b.intent_id = any($1) and b.closed_at is null`,
    intentIds,
  );
  return new Map(rows.map((order) => [order.intentId, order]));
}

/** The order that this intent was opened by. */
export async function findOrderThatOpened(client: Reader, intentId: string): Promise<NamedBypassOrder | null> {
  const rows = await client.$queryRawUnsafe<NamedBypassOrder[]>(`${NAMED_SQL} where b.successor_id = $1`, intentId);
  return rows[0] ?? null;
}

/** Whoever presents a caller's key of the predecessor means the same action: it is the successor's too. */
export async function inheritCallerKeys(tx: Writer, fromIntentId: string, toIntentId: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `insert into caller_keys (digest, intent_id, identity_digest)
     select digest, $2, identity_digest from caller_keys where intent_id = $1`,
    fromIntentId,
    toIntentId,
  );
}
