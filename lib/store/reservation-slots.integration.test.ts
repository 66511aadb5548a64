import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import type { RawTx } from "./raw-transaction";
import { insertReservations, loadUsage, type NewReservation, releaseReservations } from "./reservations";
import { findSlotErrors } from "./testing/find-slot-errors";
import { sumFrom } from "./testing/sum-from";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const HOUR_AT = Date.parse("2027-03-01T00:00:00.000Z"); // of a day, a week and a month, too

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 2, name: "slots test" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

let made = 0;
function fresh(what: string): string {
  made += 1;
  return `${what}_${String(made).padStart(9, "0")}`;
}

/** As intake does it. */
function once<T>(work: (tx: RawTx) => Promise<T>): Promise<T> {
  return db.rawTransaction({ shared: [], alone: [] }, work);
}

async function take(bucket: string, atMs: number, amount = "1"): Promise<string> {
  const intentId = fresh("int");
  await once((tx) => insertReservations(tx, [{ intentId, bucket, amount, atMs }]));
  return intentId;
}

async function usedOf(bucket: string, sinceMs: number): Promise<string | undefined> {
  return (await loadUsage(db.client, [{ bucket, sinceMs }])).get(bucket);
}

describe("usage is the sum of what is reserved", () => {
  /** Mostly around the edges of minutes and hours, over as much as a month. */
  const instant = fc
    .record({
      edge: fc.oneof(
        fc.integer({ min: -90, max: 90 }).map((minutes) => minutes * MINUTE_MS),
        fc.integer({ min: -26, max: 2 }).map((hours) => hours * HOUR_MS),
        fc.integer({ min: -31, max: 1 }).map((days) => days * DAY_MS),
      ),
      off: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -MINUTE_MS, max: MINUTE_MS })),
    })
    .map(({ edge, off }) => HOUR_AT + edge + off);
  const amount = fc.oneof(
    fc.constantFrom("0", "1", "0.1", "0.25", "9007199254740993", `0.${"0".repeat(30)}7`),
    fc.nat(10_000).map(String),
  );
  const reservation = fc.record({ bucket: fc.nat(2), amount, atMs: instant });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ take: fc.array(reservation, { minLength: 1, maxLength: 8 }) }) },
    { weight: 2, arbitrary: fc.record({ giveBack: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ undone: fc.boolean() }) },
  );

  test("from any millisecond, whatever was taken and given back, in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(instant, { minLength: 1, maxLength: 12 }),
        async (steps, starts) => {
          const buckets = [fresh("bucket"), fresh("bucket"), fresh("bucket")];
          let rows: NewReservation[] = [];
          for (const next of steps) rows = await play(next, buckets, rows);
          for (const sinceMs of [...starts, ...rows.flatMap(({ atMs }) => [atMs, atMs + 1])]) {
            const wanted = buckets.map((bucket) => ({ bucket, sinceMs }));
            const used = await once((tx) => loadUsage(tx, wanted));
            for (const bucket of buckets) expect(used.get(bucket)).toBe(sumFrom(rows, bucket, sinceMs));
          }
          expect(await findSlotErrors(db.client)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  type Step = { take: (Omit<NewReservation, "bucket" | "intentId"> & { bucket: number })[] } | GiveBack | Undone;
  type GiveBack = { giveBack: number[] };
  type Undone = { undone: boolean };

  async function play(next: Step, buckets: string[], rows: NewReservation[]): Promise<NewReservation[]> {
    if ("undone" in next) {
      const failing = once(async (tx) => {
        await releaseReservations(
          tx,
          rows.map(({ intentId }) => intentId),
        );
        await insertReservations(tx, [
          { intentId: fresh("int"), bucket: String(buckets[0]), amount: "5", atMs: HOUR_AT },
        ]);
        throw new Error("afterwards");
      });
      await expect(failing).rejects.toThrow("afterwards");
      return rows;
    }
    if ("take" in next) {
      // Two of a set belong to one intent, as two limits of one contract do; what it takes twice is taken once.
      const ids = next.take.map(() => fresh("int"));
      const taken = next.take.map(({ bucket, ...row }, index) => {
        return { ...row, intentId: String(ids[index - (index % 2)]), bucket: String(buckets[bucket]) };
      });
      await once((tx) => insertReservations(tx, taken));
      return [...rows, ...new Map(taken.map((row) => [`${row.intentId} ${row.bucket}`, row])).values()];
    }
    const gone = next.giveBack.flatMap((which) => rows[which % Math.max(1, rows.length)]?.intentId ?? []);
    await once((tx) => releaseReservations(tx, [...gone, "int_unknown"]));
    return rows.filter(({ intentId }) => !gone.includes(intentId));
  }
});

describe("windows keep their millisecond, however long they are", () => {
  const spans = [1_000, 59_999, MINUTE_MS, 90_000, HOUR_MS, DAY_MS, 7 * DAY_MS, 31 * DAY_MS, 3_650 * DAY_MS];
  const ends = [HOUR_AT, HOUR_AT + 1, HOUR_AT - 1, HOUR_AT + 30_500, HOUR_AT + 59_999, HOUR_AT + HOUR_MS - 1];

  test.each(spans)("%i ms", async (spanMs) => {
    for (const nowMs of ends) {
      const bucket = fresh("bucket");
      const sinceMs = nowMs - spanMs + 1;
      await take(bucket, sinceMs - 1, "1000");
      await take(bucket, sinceMs, "100");
      await take(bucket, nowMs, "10");
      await take(bucket, nowMs + 2 * HOUR_MS, "1"); // before the clock was set back
      expect(await usedOf(bucket, sinceMs), new Date(nowMs).toISOString()).toBe("111");
    }
  });
});
