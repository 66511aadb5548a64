/**
 * BullMQ on PostgreSQL. It remembers for ever that its first connection failed: a queue then refuses every job, and a
 * worker asks without a pause, so that its process does nothing else. Both are kept only once their store answered.
 */
import { setTimeout as delay } from "node:timers/promises";
import { createPostgresBackend, type Processor, Queue, Worker, type WorkerOptions } from "bullmq";

type OnError = (error: unknown) => void;
type Start = { processor: Processor; options: Omit<WorkerOptions, "connection">; onError: OnError };

const CONNECTIONS_MAX = { queue: 2, worker: 4 };
const START_AGAIN_MS = 1_000;

/** Opened by the first job, and again by the next one where the store did not answer. */
export function openPostgresQueue(connectionString: string, name: string, onError: OnError) {
  const connection = { connectionString, max: CONNECTIONS_MAX.queue, application_name: "interlock-queue" };
  const make = () => new Queue(name, { connection }, createPostgresBackend).on("error", onError);
  let queue: ReturnType<typeof make> | null = null;
  return {
    queue: {
      async add(...job: Parameters<Queue["add"]>) {
        queue ??= make();
        const asked = queue;
        try {
          await asked.waitUntilReady();
        } catch (error) {
          if (queue === asked) queue = null;
          await asked.close();
          throw error;
        }
        return asked.add(...job);
      },
    },
    close: async () => queue?.close(),
  };
}

export function openPostgresWorker(
  connectionString: string,
  name: string,
  { processor, options, onError }: Start,
): { close(): Promise<void> } {
  const connection = { connectionString, max: CONNECTIONS_MAX.worker, application_name: "interlock-wake" };
  const make = () => new Worker(name, processor, { ...options, connection, autorun: false }, createPostgresBackend);
  const stopping = new AbortController();
  const { signal } = stopping;
  let worker: ReturnType<typeof make> | null = null;

  async function start(): Promise<void> {
    while (!signal.aborted) {
      worker = make().on("error", onError);
      try {
        await worker.waitUntilReady();
        return await worker.run();
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await worker.close(true);
        await delay(START_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  void start().catch(onError);
  return {
    async close() {
      stopping.abort();
      await worker?.close(true); // its loop may wait for a job for longer than a stop may take
    },
  };
}
