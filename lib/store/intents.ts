/** Loading and saving intents. Every save is a compare-and-swap on the row's version: a lost race is never silent. */
import type { Intent, Terms } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { INTENT_CHANGING, INTENTS, insertRows, recordShape, selectList } from "./columns";
import type { Tx } from "./database";
import { ConcurrentChangeError } from "./errors";
import { type IntentRow, toColumns, toIntent } from "./intent-row";

export type StoredIntent = { row: IntentRow; intent: Intent };
/** Reads through the caller's own connection: a transaction that waits for a second one can starve the pool. */
export type TermsOf = (client: Tx, tool: string, contractVersion: number) => Promise<Terms>;

export type IntentChange = {
  from: StoredIntent;
  to: Intent;
  /** The args that run now, where the transition took another submission's. */
  args?: JsonObject;
  submissionCount?: number;
};

type Reader = Pick<Tx, "$queryRawUnsafe">;

export async function findIntentRow(client: Reader, id: string): Promise<IntentRow | null> {
  const rows = await client.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents where id = $1`,
    id,
  );
  return rows[0] ?? null;
}

/** Locks the rows, in the order of their ids so that two batches never wait for each other in a circle. */
export async function lockIntents(tx: Tx, ids: string[], termsOf: TermsOf): Promise<StoredIntent[]> {
  const rows = await tx.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents where id = any($1) order by id for update`,
    ids,
  );
  return withTerms(tx, rows, termsOf);
}

export async function findLiveByStem(tx: Tx, stems: string[], termsOf: TermsOf): Promise<StoredIntent[]> {
  const rows = await tx.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents where stem = any($1) and successor_id is null order by id for update`,
    stems,
  );
  return withTerms(tx, rows, termsOf);
}

/** Takes the locks of these actions for the rest of the transaction and tells the database's time (DESIGN 9). */
export async function lockStems(tx: Tx, stems: string[]): Promise<number> {
  const lockIds = [...new Set(stems)]
    .sort()
    .map((stem) => BigInt.asIntN(64, BigInt(`0x${stem.slice(0, 16)}`)).toString());
  await tx.$queryRawUnsafe("select count(pg_advisory_xact_lock(id)) from unnest($1::bigint[]) as id", lockIds);
  return databaseNow(tx);
}

/** The only clock that decides anything. */
export async function databaseNow(client: Reader): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ now: Date }[]>("select clock_timestamp()::timestamptz(3) as now");
  if (row === undefined) throw new TypeError("The database did not tell the time.");
  return row.now.getTime();
}

export async function insertIntents(tx: Tx, rows: IntentRow[]): Promise<void> {
  await insertRows(tx, "intents", INTENTS, rows);
}

export async function saveIntents(tx: Tx, changes: IntentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ from, to, args, submissionCount }) => ({
    id: from.row.id,
    ...toColumns(to, from.row.dueAt),
    args: args ?? null,
    submissionCount: submissionCount ?? from.row.submissionCount,
    version: from.row.version,
  }));
  const saved = await tx.$queryRawUnsafe<{ id: string }[]>(SAVE_SQL, JSON.stringify(rows));
  if (saved.length !== changes.length) throw new ConcurrentChangeError("An intent");
}

const SAVE_SQL = `
  update intents as i set
    ${Object.entries(INTENT_CHANGING)
      .map(([property, [column]]) => {
        if (property === "version") return "version = i.version + 1";
        if (property === "args") return "args = coalesce(c.args, i.args)";
        return `${column} = c."${property}"`;
      })
      .join(",\n    ")}
  from json_to_recordset($1::json) as c(id text, ${recordShape(INTENT_CHANGING)})
  where i.id = c.id and i.version = c.version
  returning i.id`;

async function withTerms(tx: Tx, rows: IntentRow[], termsOf: TermsOf): Promise<StoredIntent[]> {
  const stored: StoredIntent[] = [];
  for (const row of rows) stored.push({ row, intent: toIntent(row, await termsOf(tx, row.tool, row.contractVersion)) });
  return stored;
}

/** Which of these have ended or are in doubt: nothing more will happen to them by itself. */
export async function settledAmong(client: Reader, ids: string[]): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    "select id from intents where id = any($1) and (ended_at is not null or state = 'in_doubt')",
    ids,
  );
  return rows.map(({ id }) => id);
}

/**
 * Due and cleared, oldest first, locked for this transaction. Rows that another worker is just taking are skipped:
 * they are its, not ours. Without ids: whatever is due (the sweeper's look, from Postgres alone).
 */
export async function lockDue(tx: Tx, ids: string[] | null, limit: number, termsOf: TermsOf): Promise<StoredIntent[]> {
  const rows = await tx.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents
     where due_at <= statement_timestamp() and state = 'cleared' and ($1::text[] is null or id = any($1))
     order by due_at limit $2 for update skip locked`,
    ids,
    limit,
  );
  return withTerms(tx, rows, termsOf);
}

export async function expiredHolds(client: Reader, limit: number): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    "select id from intents where hold_expires_at <= statement_timestamp() order by hold_expires_at limit $1",
    limit,
  );
  return rows.map(({ id }) => id);
}
