// A BullMQ worker that takes wake-ups and never finishes them: its locks run out, and BullMQ delivers them again.
import { Worker } from "bullmq";
import { openRedis } from "../backend";

const LOCK_MS = 400;

export interface StallingWorker {
  /** How many were put back for somebody else. */
  stalledCount(): number;
  close(): Promise<void>;
}

export function openStallingWorker(redisUrl: string, name: string): StallingWorker {
  const connection = openRedis(redisUrl, { blocking: true });
  connection.on("error", () => undefined);
  const settings = {
    lockDuration: LOCK_MS,
    lockRenewTime: 3_600_000,
    stalledInterval: LOCK_MS,
    maxStalledCount: 1_000,
  };
  const worker = new Worker(name, () => new Promise(() => undefined), { ...settings, connection, concurrency: 4 });
  let stalled = 0;
  worker.on("stalled", () => {
    stalled += 1;
  });
  worker.on("error", () => undefined);
  // One look for all workers in the longest interval among them, which is the product's: half a minute.
  const asking = openRedis(redisUrl, { blocking: false });
  asking.on("error", () => undefined);
  const timer = setInterval(() => void asking.del(`bull:${name}:stalled-check`).catch(() => undefined), LOCK_MS);
  return {
    stalledCount: () => stalled,
    async close() {
      clearInterval(timer);
      asking.disconnect();
      await worker.close(true);
      connection.disconnect();
    },
  };
}
