import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { readStoreState } from "./store-state";
import { insertLostClaims, type LostClaim, settleSuspects } from "./suspect-keys";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 4, name: "suspect keys" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const claim = (key: string): LostClaim => ({ key, attemptId: `att_${key}`, claimedAt: new Date(0) });

const waitingCount = async () => {
  const [row] = await db.client.$queryRawUnsafe<{ count: number }[]>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'suspect keys' and wait_event_type = 'Lock'`,
  );
  return row?.count;
};

test("L1: a claim goes on looking for suspects when one worker settles the last while another hands one over", async () => {
  await db.transaction((tx) => insertLostClaims(tx, 2, [claim("settled")]));
  const steps = new EventEmitter();
  const inserted = once(steps, "inserted");
  const handing = db.transaction(async (tx) => {
    await insertLostClaims(tx, 2, [claim("handed over")]);
    const mayCommit = once(steps, "may commit");
    steps.emit("inserted");
    await mayCommit;
  });
  await inserted;
  const settling = db.transaction((tx) => settleSuspects(tx, ["settled"]));
  await expect.poll(waitingCount).toBe(1);
  steps.emit("may commit");
  await Promise.all([handing, settling]);
  expect((await readStoreState(db.client)).hasSuspects).toBe(true);
  await db.transaction((tx) => settleSuspects(tx, ["handed over"]));
  expect((await readStoreState(db.client)).hasSuspects).toBe(false);
});

test("of several lost claims of one key the latest is kept, as if made when the first was, in whatever order they come", async () => {
  const lost = (attemptId: string, atMs: number): LostClaim => ({ key: "same", attemptId, claimedAt: new Date(atMs) });
  const kept = async () =>
    db.client.$queryRawUnsafe(
      `select attempt_id as "attemptId", claimed_at as "claimedAt", settled_at is not null as "isSettled"
       from suspect_keys where key = 'same'`,
    );
  // Newest first, as witnesses hand them over.
  await db.transaction((tx) => insertLostClaims(tx, 2, [lost("att_3", 3), lost("att_2", 2)]));
  expect(await kept()).toEqual([{ attemptId: "att_3", claimedAt: new Date(2), isSettled: false }]);
  await db.transaction((tx) => settleSuspects(tx, ["same"]));
  await db.transaction((tx) => insertLostClaims(tx, 2, [lost("att_3", 3)]));
  expect(await kept()).toMatchObject([{ attemptId: "att_3", isSettled: true }]);
  await db.transaction((tx) => insertLostClaims(tx, 2, [lost("att_4", 4), lost("att_1", 1)]));
  expect(await kept()).toEqual([{ attemptId: "att_4", claimedAt: new Date(1), isSettled: false }]);
});
