import { afterEach, expect, test } from "vitest";
import { findFreePort } from "@/scripts/launch/free-port";
import { createTestDatabase } from "@/tests/support/database";
import { startTestRedis } from "@/tests/support/redis";
import type { QueueSettings } from "./backend";
import { migrateQueue } from "./migrate-queue";
import { listenForWakeUps, makeWakeUps } from "./wake-ups";

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

test("on Redis a wake-up reaches the worker", async () => {
  const redis = await startTestRedis();
  closing.push(redis.stop);
  const { woken, wake } = connect({ databaseUrl: "", redisUrl: redis.url });
  await expect
    .poll(() => {
      wake(["int_1", "int_2"]);
      return [...new Set(woken)].sort();
    }, PATIENT)
    .toEqual(["int_1", "int_2"]);
});

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

test("on PostgreSQL a wake-up reaches the worker, ahead of BullMQ's job and by it", async () => {
  const database = await createTestDatabase();
  closing.push(database.drop);
  await migrateQueue({ databaseUrl: database.url, redisUrl: null });
  const { woken, wake } = connect({ databaseUrl: database.url, redisUrl: null });
  await expect
    .poll(() => {
      wake(["int_1"]);
      return woken.length;
    }, PATIENT)
    .toBeGreaterThan(2);
});
