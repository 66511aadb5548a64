/** Loading and saving intents. Every save is a compare-and-swap on the row's version: a lost race is never silent. */
import type { Intent, Terms } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { countsTowardLimits as counts } from "@/lib/domain/limits/counting";
import { enqueueCallbacks, isToldOf } from "./callbacks";
import { INTENT_CHANGING, INTENTS, selectList } from "./columns";
import { type IntentRow, toColumns, toIntent } from "./intent-row";
import { IS_NOT_PAUSED, sharePauseSwitch } from "./pauses";
import type { PipelinedTx, RawTx, Writer } from "./raw-transaction";
import { releaseReservations } from "./reservations";
import { type Columns, type RowArrays, rowsSql, toArrays, valueSql } from "./row-arrays";

export type StoredIntent = { row: IntentRow; intent: Intent };
/** Reads through the caller's own connection: a transaction that waits for a second one can starve the pool. */
export type TermsOf = (client: RawTx, tool: string, contractVersion: number) => Promise<Terms>;

export type IntentChange = {
  from: StoredIntent;
  to: Intent;
  /** The args that run now, where the transition took another submission's. */
  args?: JsonObject;
  submissionCount?: number;
  /** Who asks for it now, where a submission opened it again. */
  asker?: Asker;
};

export type Asker = Pick<IntentRow, "agentId" | "run" | "step" | "session" | "callerKey">;

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export async function findIntentRow(client: Reader, id: string): Promise<IntentRow | null> {
  const rows = await client.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents where id = $1`,
    id,
  );
  return rows[0] ?? null;
}

export const FIND_ROWS_SQL = `select ${selectList(INTENTS)} from intents where id = any($1)`;

/** Locks the rows, in the order of their ids so that two batches never wait for each other in a circle. */
export async function lockIntents(tx: RawTx, ids: string[], termsOf: TermsOf): Promise<StoredIntent[]> {
  return withTerms(tx, await tx.$queryRawUnsafe<IntentRow[]>(LOCK_SQL, ids), termsOf);
}

const LOCK_SQL = `select ${selectList(INTENTS)} from intents where id = any($1) order by id for update`;

/** The same, and the time once they are ours: one round trip on a pipelined connection. */
export async function lockIntentsNow(
  tx: PipelinedTx,
  ids: string[],
  termsOf: TermsOf,
): Promise<{ stored: StoredIntent[]; at: number }> {
  const [rows, at] = await Promise.all([tx.$queryRawUnsafe<IntentRow[]>(LOCK_SQL, ids), databaseNow(tx)]);
  return { stored: await withTerms(tx, rows, termsOf), at };
}

/** The only clock that decides anything. */
export async function databaseNow(client: Reader): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ now: Date }[]>("select clock_timestamp()::timestamptz(3) as now");
  if (row === undefined) throw new TypeError("The database did not tell the time.");
  return row.now.getTime();
}

/** The rows are locked or not: in either case a change that somebody else was faster with undoes the transaction. */
export async function saveIntents(tx: Writer, changes: IntentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ from, to, args, submissionCount, asker }) => ({
    id: from.row.id,
    ...toColumns(to, from.row.dueAt),
    args: args ?? null,
    submissionCount: submissionCount ?? null,
    version: from.row.version,
    ...asker,
  }));
  const arrays = toArrays(SAVED, rows);
  await tx.$executeRawUnsafe(saveSql(arrays), ...arrays.arrays, changes.length);
  const giveBack = changes.filter(({ from, to }) => counts(from.intent.state.kind) && !counts(to.state.kind));
  await releaseReservations(
    tx,
    giveBack.map(({ from }) => from.row.id),
  );
  const told = changes.filter(({ from, to }) => isToldOf(from.intent.state, to.state));
  await enqueueCallbacks(
    tx,
    told.map(({ from }) => from.row.id),
  );
}

const ASKER = {
  agentId: ["agent_id", "text"],
  run: ["run", "text"],
  step: ["step", "text"],
  session: ["session", "text"],
  callerKey: ["caller_key", "text"],
} as const;

const SAVED: Columns = { id: ["id", "text"], ...INTENT_CHANGING, ...ASKER };

/** What is not named stays as it is. */
const KEPT = new Set<string>(["args", "submissionCount"]);

const SAVE_STATEMENTS_MAX = 200;
const saveStatements = new Map<string, string>();

function saveSql(arrays: RowArrays): string {
  const known = saveStatements.get(arrays.shape);
  if (known !== undefined) return known;
  const filled = new Map(arrays.columns.map((column) => [column.column, column]));
  const assignments = Object.entries(INTENT_CHANGING).flatMap(([property, [column]]) => {
    const source = filled.get(column);
    if (property === "version") return "version = i.version + 1";
    if (KEPT.has(property)) return source === undefined ? [] : `${column} = coalesce(${valueSql(source)}, i.${column})`;
    return `${column} = ${source === undefined ? "null" : valueSql(source)}`;
  });
  const takenOver = Object.values(ASKER).map(([column]) => {
    const value = filled.has(column) ? `r.${column}` : "null";
    return `${column} = case when r.agent_id is null then i.${column} else ${value} end`;
  });
  const statement = `
    with saved as (
      update intents as i set ${[...assignments, ...(filled.has("agent_id") ? takenOver : [])].join(", ")}
      from ${rowsSql(arrays, 1)} where i.id = r.id and i.version = r.version returning 1
    ) select require_all((select count(*) from saved), $${arrays.arrays.length + 1}::bigint)`;
  if (saveStatements.size < SAVE_STATEMENTS_MAX) saveStatements.set(arrays.shape, statement);
  return statement;
}

export async function withTerms(tx: RawTx, rows: IntentRow[], termsOf: TermsOf): Promise<StoredIntent[]> {
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
 * Due, cleared and not paused, oldest first, locked for this transaction. Rows that another worker is just taking are
 * skipped: they are its, not ours. Without ids: whatever is due (the sweeper's look, from Postgres alone).
 */
export async function lockDue(
  tx: PipelinedTx,
  wanted: { ids: string[] | null; limit: number; exceptTools: string[] },
): Promise<IntentRow[]> {
  const { ids, limit, exceptTools } = wanted;
  // Sent ahead of the question, not awaited: on a pipelined connection both are one round trip.
  const shared = sharePauseSwitch(tx);
  const rest = `i.due_at <= statement_timestamp() and i.state = 'cleared' and ${IS_NOT_PAUSED} and i.tool <> all($2)
    order by i.due_at limit $1 for update skip locked`;
  const select = `select ${selectList(INTENTS, "i")} from intents i where`;
  const rows =
    ids === null
      ? tx.$queryRawUnsafe<IntentRow[]>(`${select} ${rest}`, limit, exceptTools)
      : tx.$queryRawUnsafe<IntentRow[]>(`${select} i.id = any($3) and ${rest}`, limit, exceptTools, ids);
  return (await Promise.all([rows, shared]))[0];
}
