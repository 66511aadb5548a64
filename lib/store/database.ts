/** The connection to Postgres: one Prisma client a process, transactions, and what counts as "unreachable". */
import { PrismaPg } from "@prisma/adapter-pg";
import { isUnreachable, isWriteConflict, StoreUnavailableError } from "./errors";
import { type Prisma, PrismaClient } from "./generated/client";

export type Tx = Prisma.TransactionClient;
export type Database = {
  /** Reads outside a transaction. */
  readonly client: PrismaClient;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const CONFLICT_RETRIES_MAX = 5;
const TRANSACTION_TIMEOUT_MS = 15_000;
/** A caller that cannot get a connection within this time is told so (503) instead of queueing without end. */
const CONNECTION_WAIT_MS = 5_000;

export function openDatabase(options: { url: string; connectionsMax: number; name: string }): Database {
  const adapter = new PrismaPg({
    connectionString: options.url,
    max: options.connectionsMax,
    application_name: options.name,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
  });
  const client = guardUnreachable(new PrismaClient({ adapter, errorFormat: "minimal" }));
  return {
    client,
    transaction: (work) => runTransaction(client, work),
    close: () => client.$disconnect(),
  };
}

async function runTransaction<T>(client: PrismaClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await client.$transaction(work, { maxWait: CONNECTION_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS });
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
