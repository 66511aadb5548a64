/**
 * Which BullMQ backend: Redis where REDIS_URL says so, else BullMQ's own PostgreSQL backend. Nothing outside this
 * folder can tell the difference, and neither backend holds any truth: all of it may be wiped at any time (L2).
 */
import { once } from "node:events";
import { type Processor, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { openPostgresQueue, openPostgresWorker } from "./postgres-backend";

export type QueueSettings = { databaseUrl: string; redisUrl: string | null };

/** The two backends make different types of one class; what we use of it is the same. */
export type OpenQueue = { queue: Pick<Queue, "add">; close(): Promise<void> };
export type OpenWorker = { close(): Promise<void> };

const RECONNECT_MAX_MS = 2_000;
const READY_MAX_MS = 1_000;

export function openRedis(redisUrl: string, options: { blocking: boolean }): Redis {
  return new Redis(redisUrl, {
    // A producer must hear at once that Redis is away; a blocking consumer waits for it to come back.
    maxRetriesPerRequest: options.blocking ? null : 1,
    enableOfflineQueue: options.blocking,
    retryStrategy: (tries) => Math.min(tries * 100, RECONNECT_MAX_MS),
  });
}

/** A connection that is just being made is worth a moment; throws where Redis is away. */
export async function untilReady(connection: Redis): Promise<void> {
  if (connection.status !== "ready") await once(connection, "ready", { signal: AbortSignal.timeout(READY_MAX_MS) });
}

export function openQueue(settings: QueueSettings, name: string, onError: (error: unknown) => void): OpenQueue {
  if (settings.redisUrl === null) return openPostgresQueue(settings.databaseUrl, name, onError);
  const connection = openRedis(settings.redisUrl, { blocking: false });
  connection.on("error", onError);
  return openRedisQueue(connection, name, onError);
}

/** BullMQ gives up on a connection that is not there yet, for good: a queue is made only of one that is. */
function openRedisQueue(connection: Redis, name: string, onError: (error: unknown) => void): OpenQueue {
  let made: Queue | null = null;
  async function queue(): Promise<Queue> {
    if (made !== null) return made;
    await untilReady(connection);
    made ??= new Queue(name, { connection, skipWaitingForReady: true }).on("error", onError);
    return made;
  }
  return {
    queue: { add: async (...job) => (await queue()).add(...job) },
    async close() {
      await made?.close();
      connection.disconnect();
    },
  };
}

export function openWorker(
  settings: QueueSettings,
  name: string,
  processor: Processor,
  onError: (error: unknown) => void,
): OpenWorker {
  // Wake-ups only: a stalled one is not worth a second look, the sweeper finds what it named. One at a time: what
  // a full worker holds, no other worker hears of.
  const options = { concurrency: 1, maxStalledCount: 0 };
  if (settings.redisUrl === null)
    return openPostgresWorker(settings.databaseUrl, name, { processor, options, onError });
  const connection = openRedis(settings.redisUrl, { blocking: true });
  connection.on("error", onError);
  const worker = new Worker(name, processor, { ...options, connection });
  worker.on("error", onError);
  return {
    async close() {
      await worker.close(true);
      connection.disconnect();
    },
  };
}
