// The embedded queue's first connections to PostgreSQL are reset while a process starts: BullMQ remembers a failed start
// for ever, and its worker then asks for jobs without a pause, so that nothing else of the process gets a turn.
import { createPostgresBackend, Queue } from "bullmq";
import { afterEach, expect, test, vi } from "vitest";
import { startWorkerProcess } from "@/tests/metrics/support/worker-process";
import { startProduct } from "@/tests/support/in-process";
import { startResettingProxy } from "@/tests/support/resetting-proxy";
import { makeWakeUps, WAKE_UP_QUEUE } from "./wake-ups";

vi.setConfig({ testTimeout: 90_000 });
const POLL = { timeout: 40_000, interval: 50 };
const RESETS = 2;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(name: string) {
  const product = await startProduct({ worker: false });
  closing.push(product.close);
  const proxy = await startResettingProxy(product.databaseUrl, { name, times: RESETS });
  closing.push(proxy.close);
  const connection = { connectionString: product.databaseUrl };
  const queue = new Queue(WAKE_UP_QUEUE, { connection }, createPostgresBackend);
  closing.push(() => queue.close());
  return { product, proxy, queue };
}

test("a worker whose first connections to the queue are reset stays live, and takes jobs once they are not", async () => {
  const { product, proxy, queue } = await open("interlock-wake");
  const worker = await startWorkerProcess({ ...product.env, DATABASE_URL: proxy.url });
  if (!("url" in worker)) throw new Error(`the worker ended with ${worker.exitCode}`);
  closing.push(worker.stop);
  await expect.poll(proxy.resetCount, POLL).toBe(RESETS);
  const live = await fetch(`${worker.url}/health/live`, { signal: AbortSignal.timeout(POLL.timeout) });
  expect(live.status).toBe(200);
  await queue.add("wake", { intentIds: ["int_1"] });
  await expect.poll(() => queue.getJobCountByTypes("wait", "active", "delayed"), POLL).toBe(0);
});

test("a web process whose first connections to the queue are reset sends jobs once they are not", async () => {
  const { proxy, queue } = await open("interlock-queue");
  const errors: unknown[] = [];
  const wakeUps = makeWakeUps({ databaseUrl: proxy.url, redisUrl: null }, (error) => errors.push(error));
  closing.push(wakeUps.close);
  const sent = async () => {
    wakeUps.wake(["int_1"]);
    return queue.getJobCountByTypes("wait");
  };
  await expect.poll(sent, POLL).toBeGreaterThan(0);
  expect(proxy.resetCount()).toBe(RESETS);
  expect(errors.length).toBeGreaterThan(0);
});
