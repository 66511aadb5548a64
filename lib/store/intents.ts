/** Loading and saving intents. Every save is a compare-and-swap on the row's version: a lost race is never silent. */
import type { Intent, Terms } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { countsTowardLimits as counts } from "@/lib/domain/limits/counting";
import { INTENT_CHANGING, INTENTS, recordShape, selectList } from "./columns";
import { ConcurrentChangeError } from "./errors";
import { type IntentRow, toColumns, toIntent } from "./intent-row";
import { IS_NOT_PAUSED, sharePauseSwitch } from "./pauses";
import type { RawTx } from "./raw-transaction";
import { releaseReservations } from "./reservations";

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

/** Locks the rows, in the order of their ids so that two batches never wait for each other in a circle. */
export async function lockIntents(tx: RawTx, ids: string[], termsOf: TermsOf): Promise<StoredIntent[]> {
  const rows = await tx.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents where id = any($1) order by id for update`,
    ids,
  );
  return withTerms(tx, rows, termsOf);
}

/** The only clock that decides anything. */
export async function databaseNow(client: Reader): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ now: Date }[]>("select clock_timestamp()::timestamptz(3) as now");
  if (row === undefined) throw new TypeError("The database did not tell the time.");
  return row.now.getTime();
}

export async function saveIntents(tx: RawTx, changes: IntentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ from, to, args, submissionCount, asker }) => ({
    id: from.row.id,
    ...toColumns(to, from.row.dueAt),
    args: args ?? null,
    submissionCount: submissionCount ?? null,
    version: from.row.version,
    ...asker,
  }));
  const saved = await tx.$queryRawUnsafe<{ id: string }[]>(SAVE_SQL, JSON.stringify(rows));
  if (saved.length !== changes.length) throw new ConcurrentChangeError("An intent");
  const giveBack = changes.filter(({ from, to }) => counts(from.intent.state.kind) && !counts(to.state.kind));
  await releaseReservations(
    tx,
    giveBack.map(({ from }) => from.row.id),
  );
}

const SAVE_SQL = `
  update intents as i set
    ${Object.entries(INTENT_CHANGING)
      .map(([property, [column]]) => {
        if (property === "version") return "version = i.version + 1";
        if (property === "args") return "args = coalesce(c.args, i.args)";
        if (property === "submissionCount")
          return 'submission_count = coalesce(c."submissionCount", i.submission_count)';
        return `${column} = c."${property}"`;
      })
      .join(",\n    ")},
    agent_id = coalesce(c."agentId", i.agent_id),
    run = case when c."agentId" is null then i.run else c.run end,
    step = case when c."agentId" is null then i.step else c.step end,
    session = case when c."agentId" is null then i.session else c.session end,
    caller_key = case when c."agentId" is null then i.caller_key else c."callerKey" end
  from json_to_recordset($1::json)
    as c(id text, "agentId" text, run text, step text, session text, "callerKey" text, ${recordShape(INTENT_CHANGING)})
  where i.id = c.id and i.version = c.version
  returning i.id`;

async function withTerms(tx: RawTx, rows: IntentRow[], termsOf: TermsOf): Promise<StoredIntent[]> {
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
  tx: RawTx,
  ids: string[] | null,
  limit: number,
  termsOf: TermsOf,
): Promise<StoredIntent[]> {
  await sharePauseSwitch(tx);
  const rows = await tx.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS, "i")} from intents i
     where i.due_at <= statement_timestamp() and i.state = 'cleared' and ($1::text[] is null or i.id = any($1))
       and ${IS_NOT_PAUSED}
     order by i.due_at limit $2 for update skip locked`,
    ids,
    limit,
  );
  return withTerms(tx, rows, termsOf);
}
