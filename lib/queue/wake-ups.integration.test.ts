import { createPostgresBackend, Queue } from "bullmq";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "@/scripts/launch/free-port";
import { createTestDatabase } from "@/tests/support/database";
import { startTestRedis } from "@/tests/support/redis";
import type { QueueSettings } from "./backend";
import { migrateQueue } from "./migrate-queue";
import { listenForWakeUps, makeWakeUps, WAKE_UP_QUEUE } from "./wake-ups";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Nothing but wake-ups is here: no sweeper that would find the intents anyway. */
function connect(settings: QueueSettings) {
  const woken: string[] = [];
  const listening = listenForWakeUps(
    settings,
    (ids) => woken.push(...ids),
    () => undefined,
  );
  const wakeUps = makeWakeUps(settings, () => undefined);
  closing.push(listening.close, wakeUps.close);
  return { woken, wake: wakeUps.wake };
}

const PATIENT = { timeout: 20_000, interval: 50 };

test("a Redis that is not there at the start is used once it is", async () => {
  const port = await findFreePort();
  const { woken, wake } = connect({ databaseUrl: "", redisUrl: `redis://127.0.0.1:${port}/1` });
  wake(["int_lost"]);
  const redis = await startTestRedis({ port });
  closing.push(redis.stop);
  await expect
    .poll(() => {
      wake(["int_later"]);
      return woken.includes("int_later");
    }, PATIENT)
    .toBe(true);
});

function openBare({ databaseUrl, redisUrl }: QueueSettings): Pick<Queue, "count" | "close"> {
  if (redisUrl !== null) return new Queue(WAKE_UP_QUEUE, { connection: { url: redisUrl } });
  return new Queue(WAKE_UP_QUEUE, { connection: { connectionString: databaseUrl } }, createPostgresBackend);
}

async function settingsOn(backend: "Redis" | "PostgreSQL"): Promise<QueueSettings> {
  if (backend === "Redis") {
    const redis = await startTestRedis();
    closing.push(redis.stop);
    return { databaseUrl: "", redisUrl: redis.url };
  }
  const database = await createTestDatabase();
  closing.push(database.drop);
  const settings = { databaseUrl: database.url, redisUrl: null };
  await migrateQueue(settings);
  return settings;
}

test.each(["Redis", "PostgreSQL"] as const)(
  "on %s a wake-up reaches the worker twice: ahead, and as a job",
  async (backend) => {
    const { woken, wake } = connect(await settingsOn(backend));
    const timesOf = (wanted: string) => woken.filter((id) => id === wanted).length;
    await expect
      .poll(() => {
        wake(["int_ready"]);
        return timesOf("int_ready");
      }, PATIENT)
      .toBeGreaterThan(0);
    wake(["int_1", "int_2"]);
    await expect.poll(() => [timesOf("int_1"), timesOf("int_2")], PATIENT).toEqual([2, 2]);
  },
);

test.each(["Redis", "PostgreSQL"] as const)(
  "on %s a worker that starts later gets what was sent before",
  async (backend) => {
    const settings = await settingsOn(backend);
    const wakeUps = makeWakeUps(settings, () => undefined);
    closing.push(wakeUps.close);
    wakeUps.wake(["int_early"]);
    const queue = openBare(settings);
    closing.push(() => queue.close());
    await expect.poll(() => queue.count(), PATIENT).toBe(1);
    const { woken } = connect(settings);
    await expect.poll(() => woken, PATIENT).toContain("int_early");
  },
);
