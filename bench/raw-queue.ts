/** BullMQ by itself, as its documentation shows it: what a team without Interlock would put its actions into. */
import { createPostgresBackend, Queue, Worker } from "bullmq";

/** Without Redis: BullMQ's own PostgreSQL backend. */
export type RawQueueSettings = { databaseUrl: string; redisUrl: string | null };
export type RawJob = { turn: number; body: string };
export type RawQueue = { add(job: RawJob): Promise<unknown>; close(): Promise<void> };

type Failing = { on(event: "error", listener: (error: Error) => void): unknown };

const NAME = "bench-raw";
/** As many as the product's worker performs at once. */
const CONCURRENCY = 50;
const KEPT_NOWHERE = { removeOnComplete: true, removeOnFail: true };

/** BullMQ's two backends make different types of one class; what is used of it is the same. */
export function openRawQueue(settings: RawQueueSettings, onError: (error: Error) => void): RawQueue {
  const { databaseUrl, redisUrl } = settings;
  const queue: Pick<Queue, "add" | "close"> & Failing =
    redisUrl === null
      ? new Queue(NAME, { connection: { connectionString: databaseUrl } }, createPostgresBackend)
      : new Queue(NAME, { connection: redisAt(redisUrl) });
  queue.on("error", onError);
  return { add: (job) => queue.add("act", job, KEPT_NOWHERE), close: () => queue.close() };
}

export function openRawWorker(
  { databaseUrl, redisUrl }: RawQueueSettings,
  onJob: (job: RawJob) => void,
  onError: (error: Error) => void,
): { close(): Promise<void> } {
  const processor = async ({ data }: { data: RawJob }) => onJob(data);
  const options = { concurrency: CONCURRENCY };
  const worker: Pick<Worker, "close"> & Failing =
    redisUrl === null
      ? new Worker(
          NAME,
          processor,
          { ...options, connection: { connectionString: databaseUrl } },
          createPostgresBackend,
        )
      : new Worker(NAME, processor, { ...options, connection: redisAt(redisUrl) });
  worker.on("error", onError);
  return { close: () => worker.close(true) };
}

function redisAt(redisUrl: string): { host: string; port: number } {
  const { hostname, port } = new URL(redisUrl);
  return { host: hostname, port: Number(port) };
}
