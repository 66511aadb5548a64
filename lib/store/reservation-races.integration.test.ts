import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase, type Tx } from "./database";
import { insertReservations, loadUsage, releaseReservations } from "./reservations";
import { findSlotErrors } from "./testing/find-slot-errors";
import { sumFrom } from "./testing/sum-from";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const HOUR_AT = Date.parse("2027-03-01T00:00:00.000Z");
const FOREVER = 0;
const WAIT_MAX_MS = 10_000;
const STORM_TURNS = 400;

let database: TestDatabase;
/** Two pools: what holds must hold across processes. */
let db: Database;
let otherDb: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 8, name: "races test" });
  otherDb = openDatabase({ url: database.url, connectionsMax: 8, name: "races test, another process" });
});
afterAll(async () => {
  await db.close();
  await otherDb.close();
  await database.drop();
});

let made = 0;
function fresh(what: string): string {
  made += 1;
  return `${what}_${String(made).padStart(9, "0")}`;
}

/** No second try: where two wait for each other in a circle, the test fails. */
function once<T>(pool: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.client.$transaction(work, { maxWait: WAIT_MAX_MS, timeout: 2 * WAIT_MAX_MS });
}

async function take(bucket: string, atMs: number, amount = "1"): Promise<string> {
  const intentId = fresh("int");
  await once(db, (tx) => insertReservations(tx, [{ intentId, bucket, amount, atMs }]));
  return intentId;
}

async function takeOne(buckets: string[]): Promise<string> {
  const intentId = fresh("int");
  const rows = buckets.map((bucket) => ({ intentId, bucket, amount: "1", atMs: HOUR_AT }));
  await once(db, (tx) => insertReservations(tx, rows));
  return intentId;
}

async function usedOf(bucket: string, sinceMs = FOREVER): Promise<string | undefined> {
  return (await once(db, (tx) => loadUsage(tx, [{ bucket, sinceMs }]))).get(bucket);
}

test("who takes from a bucket neither waits for a release from it nor counts it before it is committed", async () => {
  const bucket = fresh("bucket");
  const given = await take(bucket, HOUR_AT, "5");
  const { opened, end } = await holdOpen(db, (tx) => releaseReservations(tx, [given]));
  try {
    await once(otherDb, async (tx) => {
      await tx.$executeRawUnsafe(`set local lock_timeout = '${WAIT_MAX_MS}ms'`);
      await lockBuckets(tx, [bucket]);
      expect((await loadUsage(tx, [{ bucket, sinceMs: FOREVER }])).get(bucket)).toBe("5");
      await insertReservations(tx, [{ intentId: fresh("int"), bucket, amount: "2", atMs: HOUR_AT }]);
    });
    expect(await usedOf(bucket)).toBe("7");
  } finally {
    end();
    await opened;
  }
  expect(await usedOf(bucket)).toBe("2");
});

test("an intake that gives back in one bucket and takes from another never waits in a circle with a release", async () => {
  const [low, high] = [fresh("bucket"), fresh("bucket")];
  const [reheld, failedHere, failedThere] = [
    await take(high, HOUR_AT),
    await take(low, HOUR_AT),
    await take(high, HOUR_AT),
  ];
  let settled: Promise<void> | undefined;
  await once(db, async (tx) => {
    await releaseReservations(tx, [reheld]);
    settled = once(otherDb, (other) => releaseReservations(other, [failedThere, failedHere]));
    await untilOneWaits();
    await insertReservations(tx, [{ intentId: fresh("int"), bucket: low, amount: "7", atMs: HOUR_AT }]);
  });
  await settled;
  expect([await usedOf(low), await usedOf(high)]).toEqual(["7", "0"]);
});

test("releases take slots in one order: who waits for the first has none of the others", async () => {
  const first = fresh("bucket");
  const others = Array.from({ length: 7 }, () => fresh("bucket"));
  const early = await takeOne([...others].reverse()); // found before what it must wait for
  const [held, late] = [await take(first, HOUR_AT), await takeOne([first])];
  const more = await takeOne(others);
  const { opened, end } = await holdOpen(db, (tx) => releaseReservations(tx, [held]));
  const waiting = once(db, (tx) => releaseReservations(tx, [early, late]));
  try {
    await untilOneWaits();
    await once(otherDb, async (tx) => {
      await tx.$executeRawUnsafe(`set local lock_timeout = '${WAIT_MAX_MS}ms'`);
      await releaseReservations(tx, [more]);
    });
  } finally {
    end();
    await opened;
    await waiting;
  }
  for (const bucket of [first, ...others]) expect(await usedOf(bucket)).toBe("0");
});

test("a reservation that moves on is never uncounted in between", async () => {
  const bucket = fresh("bucket");
  const sinceMs = HOUR_AT - MINUTE_MS - 1; // cuts a minute; the next slot is a minute, the one after an hour
  const places = [sinceMs, sinceMs + 1, HOUR_AT - 1, HOUR_AT, HOUR_AT + HOUR_MS];
  const intentId = await take(bucket, sinceMs, "5");
  let isMoving = true;
  const moves = (async () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const atMs = places[(turn + 1) % places.length] ?? sinceMs;
      await once(otherDb, async (tx) => {
        await releaseReservations(tx, [intentId]);
        await insertReservations(tx, [{ intentId, bucket, amount: "5", atMs }]);
      });
    }
  })().finally(() => {
    isMoving = false;
  });
  const seen = new Set<string | undefined>();
  while (isMoving) seen.add(await usedOf(bucket, sinceMs));
  await moves;
  expect([...seen]).toEqual(["5"]);
});

test("a storm from two processes: every snapshot adds up, nobody waits in a circle, nothing is lost", async () => {
  const buckets = [fresh("bucket"), fresh("bucket"), fresh("bucket"), fresh("bucket")];
  const kept: string[] = [];
  let turn = 0;
  let readCount = 0;
  /** As intake does (give back, then take, under the locks), or as a worker (give back alone). */
  const change = (pool: Database, draw: () => number) =>
    once(pool, async (tx) => {
      const taken = draw() < 0.7 ? buckets.filter(() => draw() < 0.5) : [];
      const given = kept.splice(0, Math.floor(draw() * 3)).reverse();
      await lockBuckets(tx, taken);
      await loadUsage(
        tx,
        taken.map((bucket) => ({ bucket, sinceMs: HOUR_AT + 500 })),
      );
      await releaseReservations(tx, given);
      const intentId = fresh("int");
      const rows = taken.map((bucket) => ({
        intentId,
        bucket,
        amount: "0.1",
        atMs: HOUR_AT + Math.floor(draw() * 1_000),
      }));
      await insertReservations(tx, rows.reverse());
      return rows.length === 0 ? [] : [intentId];
    });
  const changer = async (pool: Database, seed: number) => {
    const draw = drawFrom(seed);
    while (turn < STORM_TURNS) {
      turn += 1;
      kept.push(...(await change(pool, draw)));
    }
  };
  const reader = async () => {
    while (turn < STORM_TURNS) {
      await expectOneTruth(buckets);
      readCount += 1;
    }
  };
  await Promise.all([...[1, 2, 3].flatMap((seed) => [changer(db, seed), changer(otherDb, 10 + seed)]), reader()]);
  expect(readCount).toBeGreaterThan(5);
  await expectOneTruth(buckets);
  expect(await findSlotErrors(db.client)).toEqual([]);
  await once(db, (tx) => releaseReservations(tx, kept));
  for (const bucket of buckets) expect(await usedOf(bucket)).toBe("0");
});

/** What usage says is what the reservations of the same snapshot say. */
async function expectOneTruth(buckets: string[]): Promise<void> {
  const look = async (tx: Tx) => {
    const sinceMs = HOUR_AT + 500;
    const used = await loadUsage(
      tx,
      buckets.map((bucket) => ({ bucket, sinceMs })),
    );
    const rows = await tx.$queryRawUnsafe<{ bucket: string; amount: string; at: Date }[]>(
      "select bucket, amount::text, at from reservations where bucket = any($1)",
      buckets,
    );
    const held = rows.map(({ bucket, amount, at }) => ({ bucket, amount, atMs: at.getTime() }));
    for (const bucket of buckets) expect(used.get(bucket)).toBe(sumFrom(held, bucket, sinceMs));
  };
  await db.client.$transaction(look, { isolationLevel: "RepeatableRead", timeout: 2 * WAIT_MAX_MS });
}

/** As intake takes them: in order. */
async function lockBuckets(tx: Tx, buckets: string[]): Promise<void> {
  await tx.$queryRawUnsafe(
    "select count(pg_advisory_xact_lock(hashtextextended(b, 0))) from unnest($1::text[]) as b",
    [...buckets].sort(),
  );
}

/** Does the work and leaves its transaction open until `end`. */
async function holdOpen(pool: Database, work: (tx: Tx) => Promise<void>) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let opened: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    opened = once(pool, async (tx) => {
      await work(tx);
      resolve();
      await ended;
    });
    opened.catch(reject);
  });
  return { opened, end };
}

async function untilOneWaits(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await db.client.$queryRawUnsafe<unknown[]>(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    },
    { timeout: WAIT_MAX_MS },
  );
}

/** Small and repeatable (a linear congruential generator). */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
