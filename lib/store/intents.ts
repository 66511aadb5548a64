/** Loading and locking intents. */
import type { Intent, Terms } from "@/lib/domain/intent";
import { INTENTS, selectList } from "./columns";
import type { Database } from "./database";
import { hexSql, toBinary } from "./digests";
import { type IntentRow, type ReadRow, toIntent } from "./intent-row";
import type { PipelinedTx, RawTx } from "./raw-transaction";

export type StoredIntent = { row: IntentRow; intent: Intent };
/** Reads through the caller's own connection: a transaction that waits for a second one can starve the pool. */
export type TermsOf = (client: RawTx, tool: string, contractVersion: number) => Promise<Terms>;

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export async function findIntentRow(client: Reader, id: string): Promise<IntentRow | null> {
  const rows = await client.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents where id = $1`,
    id,
  );
  return rows[0] ?? null;
}

/** What the lock of its action is named by; null: there is no such intent. */
export async function findStem(db: Pick<Database, "query">, id: string): Promise<string | null> {
  const [row] = await db.query<{ stem: string }>(`select ${hexSql("stem")} as stem from intents where id = $1`, id);
  return row?.stem ?? null;
}

/** By key, the intents that have these keys now. */
export async function findIdsByKey(
  client: Reader,
  wanted: { namespace: string; key: string }[],
): Promise<Map<string, string>> {
  const rows = await client.$queryRawUnsafe<{ key: string; id: string }[]>(
    `select ${hexSql("i.key")} as key, i.id from unnest($1::text[], $2::bytea[]) as w (namespace, key)
     cross join lateral (select * from intents where ${hasKey("w.key")} and namespace = w.namespace offset 0) as i`,
    wanted.map(({ namespace }) => namespace),
    wanted.map(({ key }) => toBinary(key)),
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** A few bytes are indexed, and find it. */
export const hasKey = (key: string) => `substring(key for 8) = substring(${key} for 8) and key = ${key}`;

export const FIND_ROWS_SQL = `select ${selectList(INTENTS)} from intents where id = any($1)`;

/** Locks the rows, in the order of their ids so that two batches never wait for each other in a circle. */
export async function lockIntents(tx: RawTx, ids: string[], termsOf: TermsOf): Promise<StoredIntent[]> {
  return withTerms(tx, await tx.$queryRawUnsafe<IntentRow[]>(LOCK_SQL, ids), termsOf);
}

/** All that runs, could run or is in doubt, in the order of ids, whatever the history. */
export async function unsettledIds(client: Reader): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    `select intent_id as id from due where what in ('run', 'lease')
     union select id from intents where doubt_since is not null and state = 'in_doubt' order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Those of them that are free. What another transaction holds comes by again. */
export async function lockFreeUnsettled(tx: RawTx, ids: string[]): Promise<IntentRow[]> {
  return tx.$queryRawUnsafe<IntentRow[]>(
    `select ${selectList(INTENTS)} from intents
     where id = any($1) and state in ('cleared', 'executing', 'in_doubt') order by id for update skip locked`,
    ids,
  );
}

/** Null: another transaction holds it. For what comes by again: it does not stand in line. */
export async function lockIfFree(tx: RawTx, id: string, termsOf: TermsOf): Promise<StoredIntent | null> {
  const rows = await tx.$queryRawUnsafe<IntentRow[]>(`${LOCK_SQL} skip locked`, [id]);
  return (await withTerms(tx, rows, termsOf))[0] ?? null;
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

/** As much of an executing intent as its settle asks for. */
export type SettledIntent = {
  row: ReadRow & Pick<IntentRow, "namespace" | "submissionId" | "args" | "argsDigest" | "attemptId" | "effectId">;
  intent: Intent;
};
export type FreeIntents = { stored: SettledIntent[]; lockedIds: ReadonlySet<string>; at: number };

/**
 * Those that are free, and the time; a row that another transaction holds is its action's problem, not its neighbours'.
 * One that is still as its claim left it (`asClaimed`, by id) is locked and not read again.
 */
export async function lockFreeIntents(
  tx: PipelinedTx,
  ids: string[],
  termsOf: TermsOf,
  asClaimed: ReadonlyMap<string, SettledIntent> = NOTHING_KNOWN,
): Promise<FreeIntents> {
  type Locked = Pick<IntentRow, "id" | "version" | "attemptId">;
  const [locked, at] = await Promise.all([tx.$queryRawUnsafe<Locked[]>(LOCK_FREE_SQL, ids), databaseNow(tx)]);
  const stored: SettledIntent[] = [];
  const changedIds: string[] = [];
  for (const { id, version, attemptId } of locked) {
    const known = asClaimed.get(id);
    // By its attempt as well: in a restored store another claim may have come to the same version.
    if (known?.row.version === version && known.row.attemptId === attemptId) stored.push(known);
    else changedIds.push(id);
  }
  if (changedIds.length > 0)
    stored.push(...(await withTerms(tx, await tx.$queryRawUnsafe<IntentRow[]>(FIND_ROWS_SQL, changedIds), termsOf)));
  if (stored.length === ids.length) return { stored, lockedIds: new Set(), at };
  // Locked, or not there at all: a store that was restored may have lost it.
  const there = await tx.$queryRawUnsafe<{ id: string }[]>("select id from intents where id = any($1)", ids);
  const free = new Set(stored.map(({ row }) => row.id));
  return { stored, lockedIds: new Set(there.flatMap(({ id }) => (free.has(id) ? [] : [id]))), at };
}

const NOTHING_KNOWN: ReadonlyMap<string, SettledIntent> = new Map();
const LOCK_FREE_SQL = `select id, version, attempt_id as "attemptId" from intents where id = any($1)
  order by id for update skip locked`;

/** The only clock that decides anything. */
export async function databaseNow(client: Reader): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ now: Date }[]>("select clock_timestamp()::timestamptz(3) as now");
  if (row === undefined) throw new TypeError("The database did not tell the time.");
  return row.now.getTime();
}

export async function withTerms(tx: RawTx, rows: IntentRow[], termsOf: TermsOf): Promise<StoredIntent[]> {
  const stored: StoredIntent[] = [];
  for (const row of rows) stored.push({ row, intent: toIntent(row, await termsOf(tx, row.tool, row.contractVersion)) });
  return stored;
}

/** Which of these have an answer for those who wait (`isAnsweredRow`). */
export async function answeredAmong(client: Reader, ids: string[]): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    `select id from intents where id = any($1) and (ended_at is not null
       or (state = 'in_doubt' and (probe_at is null or doubt ->> 'probing' is not null)))`,
    ids,
  );
  return rows.map(({ id }) => id);
}

export type IntentEnd = Pick<IntentRow, "id" | "state" | "endedAt">;

/** What became of each, by id; without those that are no longer stored. */
export async function endsOf(client: Reader, ids: string[]): Promise<Map<string, IntentEnd>> {
  if (ids.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<IntentEnd[]>(
    `select id, state, ended_at as "endedAt" from intents where id = any($1)`,
    ids,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
