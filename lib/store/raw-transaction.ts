/**
 * Transactions of hot paths, spoken directly to Postgres over connections of their own: without the cost of Prisma's
 * client on every statement. Opening one takes a single round trip together with its locks.
 */
import type { Pool, PoolClient } from "pg";
import { isUnreachable } from "./errors";

/** What both a Prisma transaction and a raw one can do. */
export type RawTx = {
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
};

/** Numbers only: they are written into the statement. */
export type TransactionLocks = { shared: bigint[]; alone: bigint[] };

const TIMEOUT_MS = 15_000;

export async function runRawTransaction<T>(
  pool: Pool,
  nameOf: (query: { sql: string }) => string,
  locks: TransactionLocks,
  work: (tx: RawTx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: unknown = null;
  // Between two statements nobody else listens: a server that ends the session then would end our process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on("error", onLost);
  try {
    await client.query(openingSql(locks));
    const result = await work(toTx(client, nameOf));
    await client.query("commit");
    return result;
  } catch (error) {
    broken ??= isUnreachable(error) ? error : await rollBack(client);
    throw error;
  } finally {
    // A connection of which nobody knows what state it is in is not given back.
    client.release(broken !== null);
    if (broken === null) client.off("error", onLost);
  }
}

/**
 * What every connection for raw transactions is told once. Statements are planned once and kept: a plan made while the
 * tables were small must not stay a scan of them, and one for a batch of one serves every batch.
 */
export const RAW_SESSION_SQL = `set statement_timeout = ${TIMEOUT_MS}; set enable_seqscan = off; set jit = off;
  set plan_cache_mode = force_generic_plan`;

/** Shared ones first, each kind in the order of its numbers: two transactions never wait for each other in a circle. */
function openingSql({ shared, alone }: TransactionLocks): string {
  const calls = [
    ...inOrder(shared).map((id) => `pg_advisory_xact_lock_shared(${id})`),
    ...inOrder(alone).map((id) => `pg_advisory_xact_lock(${id})`),
  ];
  const selects: string[] = [];
  for (let from = 0; from < calls.length; from += LOCKS_PER_SELECT_MAX) {
    selects.push(`; select ${calls.slice(from, from + LOCKS_PER_SELECT_MAX).join(", ")}`);
  }
  return `begin${selects.join("")}`;
}

/** Postgres takes at most 1,664 columns. */
const LOCKS_PER_SELECT_MAX = 1_000;

function inOrder(ids: bigint[]): bigint[] {
  return [...new Set(ids)].sort((left, right) => (left < right ? -1 : 1));
}

function toTx(client: PoolClient, nameOf: (query: { sql: string }) => string): RawTx {
  const run = (sql: string, values: unknown[]) => client.query({ name: nameOf({ sql }), text: sql, values });
  return {
    $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => (await run(sql, values)).rows as T,
    $executeRawUnsafe: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
  };
}

async function rollBack(client: PoolClient): Promise<unknown> {
  try {
    await client.query("rollback");
    return null;
  } catch (error) {
    return error;
  }
}
