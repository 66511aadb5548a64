import { afterEach, beforeEach, expect, test } from "vitest";
import { windowStart } from "@/lib/domain/limits/window";
import { type Database, openDatabase } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { insertReservations, loadUsage, type NewReservation, releaseReservations } from "@/lib/store/reservations";
import { findSlotErrors } from "@/lib/store/testing/find-slot-errors";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { pruneReservations } from "./prune-reservations";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TURNS_MAX = 100;

let database: TestDatabase;
let db: Database;
let nowMs: number;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 8, name: "prune test" });
  nowMs = await databaseNow(db.client);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

let versionCount = 0;
async function publish(...windows: string[]): Promise<void> {
  versionCount += 1;
  const limits = windows.map((window) => ({ per: "agent", count: true, max: 1, window, over: "hold" }));
  await db.client.$executeRawUnsafe(
    `insert into contract_versions (tool, version, definition, source, format, digest)
     values ('pay', $1, $2::json, '', 'json', '')`,
    versionCount,
    JSON.stringify({ limits }),
  );
}

let intentCount = 0;
async function take(bucket: string, ages: number[]): Promise<string[]> {
  const rows = ages.map((ageMs): NewReservation => {
    intentCount += 1;
    return { intentId: `int_${intentCount}`, bucket, amount: "0.1", atMs: nowMs - ageMs };
  });
  await db.transaction((tx) => insertReservations(tx, rows));
  return rows.map(({ intentId }) => intentId);
}

async function pruneAll(): Promise<number> {
  let goneCount = 0;
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const count = await pruneReservations({ db });
    if (count === 0) return goneCount;
    goneCount += count;
  }
  throw new Error("There is always more to prune.");
}

async function countRows(table: "reservations" | "reservation_slots", bucket: string): Promise<number> {
  const [row] = await db.client.$queryRawUnsafe<{ count: number }[]>(
    `select count(*)::int as count from ${table} where bucket = $1`,
    bucket,
  );
  return row?.count ?? -1;
}

test("no window of any published version ever counts other than before", async () => {
  const windows = ["1s", "90s", "1h", "24h", "day", "week", "7d", "month", "31d", "45d"];
  await publish(...windows);
  await publish("1h"); // the active one counts in less
  // At both ends of every window, and around every day up to well beyond the longest.
  const edges = windows.map((window) => nowMs - windowStart(window, nowMs));
  const days = Array.from({ length: 60 }, (_, day) => day * DAY_MS);
  const ages = [...edges, ...days].flatMap((ageMs) =>
    [-SECOND_MS, -1, 0, 1, SECOND_MS, HOUR_MS].map((off) => ageMs + off),
  );
  for (const bucket of windows) {
    const taken = await take(bucket, ages);
    const given = taken.filter((_, index) => index % 3 === 0);
    await db.transaction((tx) => releaseReservations(tx, given));
  }
  const wanted = windows.map((window) => ({ bucket: window, sinceMs: windowStart(window, nowMs) }));
  const before = await loadUsage(db.client, wanted);
  expect(Number(before.get("45d"))).toBeGreaterThan(10);
  expect(await pruneAll()).toBeGreaterThan(0);
  expect(await loadUsage(db.client, wanted)).toEqual(before);
  expect(await findSlotErrors(db.client)).toEqual([]);
});

test.each<[string[][], number]>([
  [[["1h"]], HOUR_MS],
  [[["1h", "24h"]], DAY_MS],
  [[["week"]], 7 * DAY_MS],
  [[["month"]], 31 * DAY_MS],
  [[["90d"], ["1h"], []], 90 * DAY_MS],
  [[["day"], ["1s"]], DAY_MS],
  [[], 0],
])(
  "of versions with %j, what is older than the longest window, a day and the rest of its hour goes",
  async (versions, longestMs) => {
    for (const windows of versions) await publish(...windows);
    const keptFrom = longestMs + DAY_MS;
    await take("kept", [keptFrom - HOUR_MS, keptFrom - SECOND_MS * 60, DAY_MS - HOUR_MS, 0]);
    const released = await take("gone", [keptFrom + HOUR_MS, keptFrom + 2 * HOUR_MS, keptFrom + 400 * DAY_MS]);
    await db.transaction((tx) => releaseReservations(tx, released.slice(1, 2)));
    await pruneAll();
    expect(await countRows("reservations", "kept")).toBe(4);
    expect(await countRows("reservations", "gone")).toBe(0);
    expect(await countRows("reservation_slots", "gone")).toBe(0);
    expect(await findSlotErrors(db.client)).toEqual([]);
  },
);

test("a turn removes a bounded number, also from one hour of one bucket, and the next goes on", async () => {
  const ages = Array.from({ length: 9_000 }, (_, index) => 40 * DAY_MS + (index % 7));
  await take("busy", ages);
  await take("young", [0]);
  const first = await pruneReservations({ db });
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(4_000);
  expect(await countRows("reservations", "busy")).toBe(9_000 - first);
  await pruneAll();
  expect(await countRows("reservations", "busy")).toBe(0);
  expect(await countRows("reservation_slots", "busy")).toBe(0);
  expect((await loadUsage(db.client, [{ bucket: "young", sinceMs: 0 }])).get("young")).toBe("0.1");
});

test("where a window cannot be read, nothing is removed", async () => {
  await publish("fortnight");
  await take("old", [4_000 * DAY_MS]);
  await expect(pruneReservations({ db })).rejects.toThrow("Not a window: fortnight");
  expect(await countRows("reservations", "old")).toBe(1);
});

test("a release that is under way is neither waited for nor counted twice, committed or not", async () => {
  await publish("1h");
  for (const commits of [true, false]) {
    const bucket = `commits_${commits}`;
    const [given = ""] = await take(bucket, [40 * DAY_MS, 40 * DAY_MS]);
    const release = db.client.$transaction(async (tx) => {
      await releaseReservations(tx, [given]);
      await pruneAll();
      if (!commits) throw new Error("undone");
    });
    if (commits) await release;
    else await expect(release).rejects.toThrow("undone");
    await pruneAll();
    expect(await countRows("reservations", bucket)).toBe(0);
    expect(await countRows("reservation_slots", bucket)).toBe(0);
  }
});

test("several that prune while others take and give back leave slots that are the reservations, summed", async () => {
  await publish("1h");
  const buckets = ["one", "two", "three"];
  const old: string[] = [];
  for (const bucket of buckets) {
    old.push(
      ...(await take(
        bucket,
        Array.from({ length: 300 }, (_, index) => 3 * DAY_MS + index * 40 * SECOND_MS),
      )),
    );
  }
  const givers = Array.from({ length: 10 }, async (_, giver) => {
    const given = old.filter((_id, index) => index % 10 === giver);
    await db.transaction((tx) => releaseReservations(tx, given));
    await take(String(buckets[giver % buckets.length]), [giver, HOUR_MS]);
  });
  await Promise.all([...givers, pruneAll(), pruneAll(), pruneAll()]);
  await pruneAll();
  expect(await findSlotErrors(db.client)).toEqual([]);
  const rows = await Promise.all(buckets.map((bucket) => countRows("reservations", bucket)));
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(20);
  const usage = await loadUsage(
    db.client,
    buckets.map((bucket) => ({ bucket, sinceMs: 0 })),
  );
  expect([...usage.values()].map(Number).reduce((sum, used) => sum + used, 0)).toBeCloseTo(2);
});
