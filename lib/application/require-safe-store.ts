/**
 * A pooler in transaction mode gives each transaction another session: what we set for ours (isolation, time limits,
 * that confirmed means on disk) would not hold. It is refused (decision 043).
 *
 * A server with `fsync` off may forget what it confirmed, without a word: after a power cut a claim that was acted on is
 * gone. It is refused, unless the operator of the installation insists; that is on record (decision 032).
 *
 * A store from before the journal that `npm run migrate` has begun to move, and not finished, is half in one place and half
 * in another: it is refused (decision 048).
 */
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { isHalfMoved } from "@/lib/store/half-moved";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { readDurability } from "@/lib/store/server-settings";
import { findPooling, POOLED_STORE } from "@/lib/store/session-check";

export const UNSAFE_STORE =
  "PostgreSQL runs with fsync off and may forget what it confirmed: turn fsync on, or set INTERLOCK_ALLOW_UNSAFE_STORE=1 to use it all the same.";

export const HALF_MOVED_STORE =
  "What was recorded before the journal is not all moved into it: run `npm run migrate` until it is done, then start again.";

export const POOLED_QUEUE =
  "DATABASE_URL leads through a pooler, which BullMQ's PostgreSQL backend cannot use: set REDIS_URL, or connect to PostgreSQL directly.";

type StoreAddress = { databaseUrl: string; redisUrl: string | null };

export class UnsafeStoreError extends Error {
  constructor(sentence = UNSAFE_STORE) {
    super(sentence);
    this.name = "UnsafeStoreError";
  }
}

export type SafetyDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  /** The process that asks. */
  process: string;
  allowUnsafeStore: boolean;
  warn: (message: string) => void;
};

/** Throws `UnsafeStoreError`. */
export async function requireOwnSession({ databaseUrl, redisUrl }: StoreAddress): Promise<void> {
  const pooling = await findPooling(databaseUrl);
  if (pooling === "transaction") throw new UnsafeStoreError(POOLED_STORE);
  if (pooling === "session" && redisUrl === null) throw new UnsafeStoreError(POOLED_QUEUE);
}

/** Throws `UnsafeStoreError`. */
export async function requireSafeStore(deps: SafetyDeps): Promise<void> {
  if (await isHalfMoved(deps.db)) throw new UnsafeStoreError(HALF_MOVED_STORE);
  const { fsync, fullPageWrites } = await readDurability(deps.db);
  if (!fullPageWrites)
    deps.warn("PostgreSQL runs with full_page_writes off: a power cut may leave pages that are half written.");
  if (fsync) return;
  if (!deps.allowUnsafeStore) throw new UnsafeStoreError();
  deps.warn("PostgreSQL runs with fsync off, and INTERLOCK_ALLOW_UNSAFE_STORE allows it.");
  await deps.db.transaction(async (tx) => {
    const actor = { kind: "system", id: deps.process } as const;
    const about = { namespace: null, intentId: null, subject: "store", data: { fsync: "off" } };
    await recordEvents(tx, deps.newId, await databaseNow(tx), [{ type: "store.unsafe_allowed", actor, ...about }]);
  });
}
