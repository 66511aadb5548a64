// States are told when their transaction is committed: once, and never when it is not.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { ConcurrentChangeError } from "./errors";
import { NO_LOCKS } from "./raw-transaction";
import { noteReached } from "./reached-states";

let database: TestDatabase;
let db: Database;
let told: [string, number][] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const onReached = (states: ReadonlyMap<string, number>) => void told.push(...states);
  db = openDatabase({ url: database.url, connectionsMax: 1, name: "reached test", onReached });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => {
  told = [];
});

type Work = (tx: object) => void;
const ways = [
  ["a transaction", (work: Work) => db.transaction(async (tx) => work(tx))],
  ["a raw transaction", (work: Work) => db.rawTransaction(NO_LOCKS, async (tx) => work(tx))],
  ["what a raw one writes at its commit", (work: Work) => db.rawTransaction(NO_LOCKS, async (tx) => work(tx.atCommit))],
] as const;

test.each(ways)("%s tells what it noted, added up", async (_name, run) => {
  await run((tx) => {
    for (const state of ["held", "cleared", "held"] as const) noteReached(tx, state);
    expect(told).toEqual([]);
  });
  expect(told).toEqual([
    ["held", 2],
    ["cleared", 1],
  ]);
});

test.each(ways)("%s that is rolled back tells nothing", async (_name, run) => {
  const failing = run((tx) => {
    noteReached(tx, "succeeded");
    throw new RangeError("no");
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(told).toEqual([]);
});

test.each(ways)("%s that is tried again tells it once", async (_name, run) => {
  let tries = 0;
  await run((tx) => {
    tries += 1;
    noteReached(tx, "succeeded");
    if (tries === 1) throw new ConcurrentChangeError("A row");
  });
  expect({ tries, told }).toEqual({ tries: 2, told: [["succeeded", 1]] });
});
