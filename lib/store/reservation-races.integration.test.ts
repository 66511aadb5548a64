import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database, Tx } from "./database";
import { insertReservations, loadUsage, releaseReservations } from "./reservations";
import { findSlotErrors } from "./testing/find-slot-errors";
import { FOREVER, ReservationStage } from "./testing/reservation-stage";
import { sumFrom } from "./testing/sum-from";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const HOUR_AT = Date.parse("2027-03-01T00:00:00.000Z");
const WAIT_MAX_MS = 10_000;
const STORM_TURNS = 400;

let stage: ReservationStage;
beforeAll(async () => {
  stage = await ReservationStage.open({ name: "races test", connectionsMax: 8, transact: once });
});
afterAll(() => stage.close());

/** No second try: where two wait for each other in a circle, the test fails. */
function once<T>(pool: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.client.$transaction(work, { maxWait: WAIT_MAX_MS, timeout: 2 * WAIT_MAX_MS });
}

const take = (bucket: string, atMs: number, amount = "1") => stage.take({ bucket, amount, atMs });
const takeOne = (buckets: string[]) => stage.take(...buckets.map((bucket) => ({ bucket, amount: "1", atMs: HOUR_AT })));

test("who takes from a bucket neither waits for a release from it nor counts it before it is committed", async () => {
  const bucket = stage.fresh("bucket");
  const given = await take(bucket, HOUR_AT, "5");
  const { opened, end } = await holdOpen(stage.db, (tx) => releaseReservations(tx, [given]));
  try {
    await once(stage.otherDb, async (tx) => {
      await tx.$executeRawUnsafe(`set local lock_timeout = '${WAIT_MAX_MS}ms'`);
      await lockBuckets(tx, [bucket]);
      expect((await loadUsage(tx, [{ bucket, sinceMs: FOREVER }])).get(bucket)).toBe("5");
      await insertReservations(tx, [{ intentId: stage.fresh("int"), bucket, amount: "2", atMs: HOUR_AT }]);
    });
    expect(await stage.usedOf(bucket)).toBe("7");
  } finally {
    end();
    await opened;
  }
  expect(await stage.usedOf(bucket)).toBe("2");
});

test("an intake that gives back in one bucket and takes from another never waits in a circle with a release", async () => {
  const [low, high] = [stage.fresh("bucket"), stage.fresh("bucket")];
  const [reheld, failedHere, failedThere] = [
    await take(high, HOUR_AT),
    await take(low, HOUR_AT),
    await take(high, HOUR_AT),
  ];
  let settled: Promise<void> | undefined;
  await once(stage.db, async (tx) => {
    await releaseReservations(tx, [reheld]);
    settled = once(stage.otherDb, (other) => releaseReservations(other, [failedThere, failedHere]));
    await untilOneWaits();
    await insertReservations(tx, [{ intentId: stage.fresh("int"), bucket: low, amount: "7", atMs: HOUR_AT }]);
  });
  await settled;
  expect([await stage.usedOf(low), await stage.usedOf(high)]).toEqual(["7", "0"]);
});

test("releases take slots in one order: who waits for the first has none of the others", async () => {
  const first = stage.fresh("bucket");
  const others = Array.from({ length: 7 }, () => stage.fresh("bucket"));
  const early = await takeOne([...others].reverse()); // found before what it must wait for
  const [held, late] = [await take(first, HOUR_AT), await takeOne([first])];
  const more = await takeOne(others);
  const { opened, end } = await holdOpen(stage.db, (tx) => releaseReservations(tx, [held]));
  const waiting = once(stage.db, (tx) => releaseReservations(tx, [early, late]));
  try {
    await untilOneWaits();
    await once(stage.otherDb, async (tx) => {
      await tx.$executeRawUnsafe(`set local lock_timeout = '${WAIT_MAX_MS}ms'`);
      await releaseReservations(tx, [more]);
    });
  } finally {
    end();
    await opened;
    await waiting;
  }
  for (const bucket of [first, ...others]) expect(await stage.usedOf(bucket)).toBe("0");
});

test("a reservation that moves on is never uncounted in between", async () => {
  const bucket = stage.fresh("bucket");
  const sinceMs = HOUR_AT - MINUTE_MS - 1; // cuts a minute; the next slot is a minute, the one after an hour
  const places = [sinceMs, sinceMs + 1, HOUR_AT - 1, HOUR_AT, HOUR_AT + HOUR_MS];
  const intentId = await take(bucket, sinceMs, "5");
  let isMoving = true;
  const moves = (async () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const atMs = places[(turn + 1) % places.length] ?? sinceMs;
      await once(stage.otherDb, async (tx) => {
        await releaseReservations(tx, [intentId]);
        await insertReservations(tx, [{ intentId, bucket, amount: "5", atMs }]);
      });
    }
  })().finally(() => {
    isMoving = false;
  });
  const seen = new Set<string | undefined>();
  while (isMoving) seen.add(await stage.usedOf(bucket, sinceMs));
  await moves;
  expect([...seen]).toEqual(["5"]);
});

test("a storm from two processes: every snapshot adds up, nobody waits in a circle, nothing is lost", async () => {
  const buckets = [stage.fresh("bucket"), stage.fresh("bucket"), stage.fresh("bucket"), stage.fresh("bucket")];
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
      const intentId = stage.fresh("int");
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
  await Promise.all([
    ...[1, 2, 3].flatMap((seed) => [changer(stage.db, seed), changer(stage.otherDb, 10 + seed)]),
    reader(),
  ]);
  expect(readCount).toBeGreaterThan(5);
  await expectOneTruth(buckets);
  expect(await findSlotErrors(stage.db.client)).toEqual([]);
  await once(stage.db, (tx) => releaseReservations(tx, kept));
  for (const bucket of buckets) expect(await stage.usedOf(bucket)).toBe("0");
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
  await stage.db.client.$transaction(look, { isolationLevel: "RepeatableRead", timeout: 2 * WAIT_MAX_MS });
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
      const waiting = await stage.db.client.$queryRawUnsafe<unknown[]>(
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
