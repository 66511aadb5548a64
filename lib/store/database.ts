/** The connections to Postgres: a process's Prisma clients, transactions, and what counts as "unreachable". */
import { PrismaPg } from "@prisma/adapter-pg";
import { type ClientBase, Pool } from "pg";
import { isUnreachable, isWriteConflict, StoreUnavailableError } from "./errors";
import { type Prisma, PrismaClient } from "./generated/client";
import {
  type PipelinedTx,
  RAW_SESSION_SQL,
  runAlone,
  runRawTransaction,
  type TransactionLocks,
} from "./raw-transaction";
import { type ReachedStates, tellReached } from "./reached-states";

export type Tx = Prisma.TransactionClient;
export type Database = {
  /** Reads outside a transaction. */
  readonly client: PrismaClient;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One question outside a transaction, for hot paths. */
  query<T>(sql: string, ...values: unknown[]): Promise<T[]>;
  /** For hot paths (`raw-transaction`); its locks are held until it ends. */
  rawTransaction<T>(locks: TransactionLocks, work: (tx: PipelinedTx) => Promise<T>): Promise<T>;
  poolUse(): PoolUse[];
  close(): Promise<void>;
};

export type PoolUse = {
  pool: "reads" | "transactions" | "hot";
  open: number;
  idle: number;
  max: number;
  waiting: number;
};

const CONFLICT_RETRIES_MAX = 5;
const TRANSACTION_TIMEOUT_MS = 15_000;
/** A caller that cannot get a connection within this time is told so (503) instead of queueing without end. */
const CONNECTION_WAIT_MS = 5_000;
/** Whoever waits for a lock keeps a connection, and locks of their own, from others: not for long. */
const LOCK_WAIT_MS = 8_000;
/** A flush of intake that waits keeps many others waiting. */
const RAW_LOCK_WAIT_MS = 3_000;
/** A process that froze in the middle of a transaction must not keep others from its rows and locks for ever. */
const IDLE_IN_TRANSACTION_MS = 10_000;

export function openDatabase(options: Options): Database {
  const nameOf = makeStatementNames();
  const openClient = (pool: Pool) => {
    const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf, disposeExternalPool: true });
    return guardUnreachable(new PrismaClient({ adapter, errorFormat: "minimal" }));
  };
  const pools = { reads: openPool(options), transactions: openPool(options), hot: openRawPool(options) };
  const client = openClient(pools.reads);
  // Apart from it: transactions that wait for locks, however many, keep no connection that a read needs.
  const transactions = openClient(pools.transactions);
  const { maxWait, timeout } = { maxWait: CONNECTION_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS };
  const raw = pools.hot;
  const tell = (writers: object[]) => tellReached(writers, options.onReached ?? (() => undefined));
  return {
    client,
    transaction: (work) =>
      retryConflicts(async () => {
        const writers: object[] = [];
        const noted = (tx: Tx) => {
          writers.push(tx);
          return work(tx);
        };
        const done = await transactions.$transaction(noted, { maxWait, timeout, isolationLevel: "ReadCommitted" });
        tell(writers);
        return done;
      }),
    query: async <T>(sql: string, ...values: unknown[]) => {
      try {
        return (await runAlone(raw, nameOf, sql, values)) as T[];
      } catch (error) {
        throw isUnreachable(error) ? new StoreUnavailableError(error) : error;
      }
    },
    rawTransaction: (locks, work) =>
      retryConflicts(async () => {
        const writers: object[] = [];
        const done = await runRawTransaction(raw, nameOf, locks, (tx) => {
          writers.push(tx, tx.atCommit);
          return work(tx);
        });
        tell(writers);
        return done;
      }),
    poolUse: () => Object.entries(pools).map(([pool, use]) => useOf(pool as PoolUse["pool"], use)),
    async close() {
      await Promise.all([client.$disconnect(), transactions.$disconnect()]);
      await raw.end();
    },
  };
}

function useOf(pool: PoolUse["pool"], { totalCount, idleCount, waitingCount, options }: Pool): PoolUse {
  return { pool, open: totalCount, idle: idleCount, waiting: waitingCount, max: options.max };
}

/** `connectionsMax`: for transactions, and as many again for reads outside of them. */
type Options = {
  url: string;
  connectionsMax: number;
  rawConnectionsMax?: number;
  name: string;
  /** After a commit: the states that its intents came to. Must not throw. */
  onReached?: (reached: ReachedStates) => void;
};

/**
 * What every session is told before its first use; in SQL and not with the connection's first packet, from which a pooler
 * takes only what it knows. To compile a statement, or to start helpers for it, takes longer than any of ours may.
 * Isolation is ours to say, whatever the server, the database or the role has as its default; transactions say it once
 * more. Confirmed means on disk: a server that waits for its standbys as well keeps doing so.
 */
const sessionSql = (lockWaitMs: number) => `set jit = off; set max_parallel_workers_per_gather = 0;
  set default_transaction_isolation = 'read committed'; set default_transaction_read_only = off;
  set lock_timeout = ${lockWaitMs}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`;

function toPoolConfig({ url, connectionsMax, name }: Options, lockWaitMs = LOCK_WAIT_MS, moreSql = "") {
  return {
    connectionString: url,
    max: connectionsMax,
    application_name: name,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
    onConnect: async (connection: ClientBase) => void (await connection.query(`${sessionSql(lockWaitMs)};${moreSql}`)),
  };
}

function openPool(options: Options): Pool {
  return new Pool(toPoolConfig(options));
}

/** As many as flushes of intake run at once or wait for a lock, and some to spare; a process that has no hot path opens none. */
const RAW_CONNECTIONS_MAX = 9;
/** Kept however long nothing comes: to open one, and to plan every statement anew, takes longer than a flush. */
const RAW_CONNECTIONS_WARM = 2;

function openRawPool(options: Options): Pool {
  const max = options.rawConnectionsMax ?? RAW_CONNECTIONS_MAX;
  const bounds = { min: RAW_CONNECTIONS_WARM, max };
  const pool = new Pool({ ...toPoolConfig(options, RAW_LOCK_WAIT_MS, RAW_SESSION_SQL), ...bounds });
  // An idle connection that breaks is replaced; whoever needs one next is told if there is none.
  pool.on("error", () => undefined);
  return pool;
}

const NAMED_STATEMENTS_MAX = 400;
/** Begins a statement whose plan depends on its values, or that has so many forms that none is worth keeping. */
export const PLANNED_ANEW = "/* planned anew */";

/** A named statement is parsed and planned once a connection. Texts beyond the bound stay unnamed (the empty name). */
function makeStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    if (sql.startsWith(PLANNED_ANEW)) return "";
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= NAMED_STATEMENTS_MAX) return "";
    const name = `interlock_${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}

async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await run();
    } catch (error) {
      if (isUnreachable(error)) throw new StoreUnavailableError(error);
      if (!isWriteConflict(error) || turn > CONFLICT_RETRIES_MAX) throw error;
    }
  }
}

/** Every query outside a transaction says "unavailable" in the same words as those inside one. */
function guardUnreachable(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          throw isUnreachable(error) ? new StoreUnavailableError(error) : error;
        }
      },
    },
  }) as unknown as PrismaClient;
}
