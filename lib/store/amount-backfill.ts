/** Amounts of intents that were opened before there were any: how far that is, and what is next (`amount_backfill`). */
import type { IntentAmount } from "@/lib/domain/intent-amount";
import type { JsonObject } from "@/lib/domain/json";
import type { Tx } from "./database";

export type Unread = { id: string; tool: string; contractVersion: number; args: JsonObject; version: number };
export type Backfill = { throughId: string; untilId: string };

/** Null: there is nothing left, or another worker is at it. */
export async function lockBackfill(tx: Tx): Promise<Backfill | null> {
  const rows = await tx.$queryRawUnsafe<Backfill[]>(
    `select through_id as "throughId", until_id as "untilId" from amount_backfill for update skip locked`,
  );
  return rows[0] ?? null;
}

export async function nextUnread(tx: Tx, { throughId, untilId }: Backfill, limit: number): Promise<Unread[]> {
  return tx.$queryRawUnsafe<Unread[]>(
    `select id, tool, contract_version as "contractVersion", args, version from intents
     where id > $1 and id <= $2 order by id limit $3`,
    throughId,
    untilId,
    limit,
  );
}

/** One that has one by now keeps it, and one that was changed meanwhile was written by whoever changed it. */
export async function insertMissing(tx: Tx, found: { row: Unread; amount: IntentAmount }[]): Promise<void> {
  await tx.$executeRawUnsafe(
    `insert into intent_amounts (intent_id, currency, amount)
     select r.id, r.currency, r.amount::numeric
     from unnest($1::text[], $2::integer[], $3::text[], $4::text[]) as r(id, version, currency, amount)
     join intents i on i.id = r.id and i.version = r.version
     on conflict (intent_id) do nothing`,
    found.map(({ row }) => row.id),
    found.map(({ row }) => row.version),
    found.map(({ amount }) => amount.currency),
    found.map(({ amount }) => amount.amount),
  );
}

/** Null: all of them are read. */
export async function moveBackfill(tx: Tx, throughId: string | null): Promise<void> {
  if (throughId === null) await tx.$executeRawUnsafe("delete from amount_backfill");
  else await tx.$executeRawUnsafe("update amount_backfill set through_id = $1", throughId);
}
