/**
 * Transactions of hot paths, spoken directly to Postgres over connections of their own: without the cost of Prisma's
 * client on every statement, and in as few round trips as there are answers to wait for.
 *
 *   begin, locks, first questions   →  one round trip
 *   what nobody reads back, commit  →  one round trip
 *
 * X1  A question that was sent behind a lock fails with it: nothing behind a failure is run (`pipeline` Q1).
 * X2  A commit that was sent behind a failed statement is not run: the transaction is rolled back, and the failure is told.
 * X3  Nothing is sent with a commit that the driver itself might refuse to write.
 * X4  A transaction with `waitFor` never waits while it holds what another action may need.
 */
import type { Pool, PoolClient } from "pg";
import { isUnreachable } from "./errors";
import { type Answer, makePipeline } from "./pipeline";

/** What both a Prisma transaction and a raw one can do. */
export type RawTx = {
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
};

/** For what is only written. */
export type Writer = Pick<RawTx, "$executeRawUnsafe"> & {
  /** Rows as `copy … from stdin` takes them (`copy-text`). Absent: only statements are taken. */
  copyRows?: (sql: string, text: string) => Promise<unknown>;
};

/** Several questions may be asked at once; they are answered in order, and together (`pipeline`). */
export type PipelinedTx = RawTx & {
  /**
   * Sent together with the commit, in the order of the calls: for writes that nobody reads back. One whose outcome
   * matters fails by itself (`write-together` W2).
   */
  atCommit: Required<Writer>;
  /** Numbers of locks that another transaction holds; known in the first round trip, empty where all are waited for. */
  missed: Promise<ReadonlySet<string>>;
};

/**
 * Absent `waitFor`: every lock is waited for, in order. Else at most that one lock or row is waited for, before anything
 * is held, and the others are taken only where they are free (X4).
 */
export type TransactionLocks = { shared: bigint[]; alone: bigint[]; waitFor?: WaitFor };
export type WaitFor = "nothing" | Contended;
/**
 * What another transaction holds: an advisory lock by its number, or a row. An intent's row comes with the lock of its key,
 * which is taken first, as everywhere: two that want the same action would else take turns at missing one of the two.
 */
export type Contended =
  | { lock: string; isShared: boolean }
  | { table: "intents"; id: string; keyLock: string }
  | { table: "grants"; id: string };
export const NO_LOCKS: TransactionLocks = { shared: [], alone: [] };

const TIMEOUT_MS = 15_000;
/** What is read after a lock was granted must see all that was committed before: no stricter isolation does. */
const BEGIN = "begin isolation level read committed read write";

export async function runRawTransaction<T>(
  pool: Pool,
  nameOf: (query: { sql: string }) => string,
  locks: TransactionLocks,
  work: (tx: PipelinedTx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: unknown = null;
  // Between two statements nobody else listens: a server that ends the session then would end our process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on("error", onLost);
  const pipeline = makePipeline(client, nameOf);
  // In the order in which they were sent: the first that failed is why the others did (X1, X2).
  const sent: Promise<unknown>[] = [];
  const run: Run = (...statement) => {
    const answer = pipeline.run(...statement);
    sent.push(answer);
    return answer;
  };
  try {
    const missed = open(run, sent, locks);
    const last: Statement[] = [];
    const result = await work(toTx(run, last, missed));
    for (const statement of last) run(...statement);
    run("commit", []);
    await Promise.all(sent);
    return result;
  } catch (error) {
    const cause = (await firstFailure(sent)) ?? error;
    broken ??= isUnreachable(cause) ? cause : await rollBack(client);
    throw cause;
  } finally {
    // A connection of which nobody knows what state it is in is not given back.
    client.release(broken !== null);
    if (broken === null) client.off("error", onLost);
  }
}

/** One question outside a transaction. */
export async function runAlone(
  pool: Pool,
  nameOf: (query: { sql: string }) => string,
  sql: string,
  values: unknown[],
): Promise<unknown[]> {
  const client = await pool.connect();
  let broken = false;
  const onLost = () => {
    broken = true;
  };
  client.on("error", onLost);
  try {
    return (await makePipeline(client, nameOf).run(sql, values)).rows;
  } catch (error) {
    broken ||= isUnreachable(error);
    throw error;
  } finally {
    client.release(broken);
    if (!broken) client.off("error", onLost);
  }
}

type Statement = [sql: string, values: unknown[], copied?: string];
type Run = (...statement: Statement) => Promise<Answer>;

/**
 * What every connection for raw transactions is told once. Statements are planned once and kept: a plan made while the
 * tables were small must not stay a scan of them, and one for a batch of one serves every batch.
 */
export const RAW_SESSION_SQL = `set statement_timeout = ${TIMEOUT_MS}; set enable_seqscan = off; set jit = off;
  set plan_cache_mode = force_generic_plan`;

/** Shared ones first, each kind in the order of its numbers: two transactions never wait for each other in a circle. */
const LOCKS_SQL = `select (select count(pg_advisory_xact_lock_shared(id)) from unnest($1::bigint[]) as id),
  (select count(pg_advisory_xact_lock(id)) from unnest($2::bigint[]) as id)`;

/** Which of them are not free, in the order of their numbers; the others are ours from here on. */
const FREE_LOCKS_SQL = `select
  array(select id::text from unnest($1::bigint[]) as id where not pg_try_advisory_xact_lock_shared(id)) ||
  array(select id::text from unnest($2::bigint[]) as id where not pg_try_advisory_xact_lock(id)) as missed`;
const WAIT_FOR_ROW_SQL = {
  intents: "select 1 from intents where id = $1 for update",
  grants: "select 1 from grants where id = $1 for update",
};
const ALL_THERE: ReadonlySet<string> = new Set();

function open(run: Run, sent: Promise<unknown>[], { shared, alone, waitFor }: TransactionLocks): PipelinedTx["missed"] {
  run(BEGIN, []);
  let missed: PipelinedTx["missed"] = Promise.resolve(ALL_THERE);
  if (typeof waitFor === "object") {
    if ("keyLock" in waitFor) run(LOCKS_SQL, [[], [waitFor.keyLock]]);
    if ("table" in waitFor) run(WAIT_FOR_ROW_SQL[waitFor.table], [waitFor.id]);
    else run(LOCKS_SQL, waitFor.isShared ? [[waitFor.lock], []] : [[], [waitFor.lock]]);
  }
  if (shared.length + alone.length > 0) {
    const answer = run(waitFor === undefined ? LOCKS_SQL : FREE_LOCKS_SQL, [sorted(shared), sorted(alone)]);
    if (waitFor !== undefined) missed = answer.then(({ rows }) => new Set((rows[0] as { missed: string[] }).missed));
  }
  // Nobody waits for these alone: whatever is asked next fails with them.
  for (const answer of [...sent, missed]) answer.catch(() => undefined);
  return missed;
}

function sorted(ids: bigint[]): string[] {
  return [...new Set(ids)].sort((left, right) => (left < right ? -1 : 1)).map(String);
}

function toTx(run: Run, last: Statement[], missed: PipelinedTx["missed"]): PipelinedTx {
  return {
    missed,
    $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => (await run(sql, values)).rows as T,
    $executeRawUnsafe: async (sql, ...values) => (await run(sql, values)).rowCount,
    atCommit: {
      async $executeRawUnsafe(sql, ...values) {
        values.forEach(requirePlain);
        return last.push([sql, values]);
      },
      copyRows: async (sql, text) => last.push([sql, [], text]),
    },
  };
}

/** X3: what the driver could not write would be left out in front of a commit that is already on its way. */
function requirePlain(value: unknown): void {
  if (Array.isArray(value)) value.forEach(requirePlain);
  else if (typeof value !== "string" && typeof value !== "number")
    throw new TypeError("Only text and numbers are sent together with a commit.");
}

async function firstFailure(answers: Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(answers);
  return settled.find((one) => one.status === "rejected")?.reason ?? null;
}

async function rollBack(client: PoolClient): Promise<unknown> {
  try {
    await client.query("rollback");
    return null;
  } catch (error) {
    return error;
  }
}
