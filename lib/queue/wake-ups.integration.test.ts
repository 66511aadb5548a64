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

const ignore = () => undefined;
const always = () => Promise.resolve();

/** Nothing but wake-ups is here: no sweeper that would find the intents anyway. */
function listen(settings: QueueSettings, untilFree: () => Promise<void> = always): string[] {
  const woken: string[] = [];
  const listening = listenForWakeUps(settings, { onWake: (ids) => woken.push(...ids), untilFree }, ignore);
  closing.push(listening.close);
  return woken;
}

function connect(settings: QueueSettings) {
  const woken = listen(settings);
  const wakeUps = makeWakeUps(settings, ignore);
  closing.push(wakeUps.close);
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

const timesOf = (woken: string[], wanted: string) => woken.filter((id) => id === wanted).length;

/** Wakes until this worker hears of it: from then on it listens. */
async function untilHeard(woken: string[], wake: (ids: string[]) => void): Promise<void> {
  const isHeard = () => {
    wake(["int_ready"]);
    return woken.includes("int_ready");
  };
  await expect.poll(isHeard, PATIENT).toBe(true);
}

test("on PostgreSQL a wake-up reaches the worker twice: ahead, and as a job", async () => {
  const { woken, wake } = connect(await settingsOn("PostgreSQL"));
  await untilHeard(woken, wake);
  wake(["int_1", "int_2"]);
  await expect.poll(() => [timesOf(woken, "int_1"), timesOf(woken, "int_2")], PATIENT).toEqual([2, 2]);
});

test("on Redis a wake-up reaches one worker, once", async () => {
  const settings = await settingsOn("Redis");
  const { woken, wake } = connect(settings);
  const other = listen(settings);
  await untilHeard(woken, wake);
  await untilHeard(other, wake);
  const ids = Array.from({ length: 30 }, (_, n) => `int_${n}`);
  for (const id of ids) wake([id]);
  wake(["int_last"]);
  await expect.poll(() => [...woken, ...other], PATIENT).toContain("int_last");
  await expect.poll(() => ids.map((id) => timesOf([...woken, ...other], id)), PATIENT).toEqual(ids.map(() => 1));
});

test("X8: on Redis a worker that is full holds one wake-up, and the others go to a worker that has room", async () => {
  const settings = await settingsOn("Redis");
  let makeRoom: () => void = ignore;
  const room = new Promise<void>((resolve) => {
    makeRoom = resolve;
  });
  let heldCount = 0;
  const full = listen(settings, () => {
    heldCount += 1;
    return room;
  });
  const wakeUps = makeWakeUps(settings, ignore);
  closing.push(wakeUps.close);
  const isHeld = () => {
    wakeUps.wake(["int_held"]);
    return heldCount;
  };
  await expect.poll(isHeld, PATIENT).toBe(1);
  const free = listen(settings);
  await untilHeard(free, wakeUps.wake);
  wakeUps.wake(["int_1", "int_2"]);
  await expect.poll(() => free, PATIENT).toEqual(expect.arrayContaining(["int_1", "int_2"]));
  expect([heldCount, full]).toEqual([1, []]);
  makeRoom();
  await expect.poll(() => full, PATIENT).toContain("int_held");
});

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
