import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { claimNotifications, insertNotifications, markDelivered, markFailed } from "./notifications";

const LEASE_MS = 60_000;
let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase({ url: testDatabase.url, connectionsMax: 4, name: "notifications" });
});
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

async function add(ids: string[]): Promise<void> {
  const createdAt = new Date(0);
  const rows = ids.map((id) => ({ id, kind: "k", intentId: null, payload: { id }, createdAt, dueAt: createdAt }));
  await db.transaction((tx) => insertNotifications(tx, rows));
}
const claim = async (limit = 100) => (await claimNotifications(db.client, limit, LEASE_MS)).map(({ id }) => id);
const makeDue = (id: string) =>
  db.client.$executeRawUnsafe(
    "update notifications set due_at = now() - interval '1 ms' where id = $1 and due_at is not null",
    id,
  );
const find = (id: string) => db.client.notification.findUniqueOrThrow({ where: { id } });

test("workers that look at once never take the same message, and never wait for each other", async () => {
  await add(["ntf_a1", "ntf_a2", "ntf_a3"]);
  await db.transaction(async (tx) => {
    const taken = await claimNotifications(tx, 2, LEASE_MS);
    expect(taken).toHaveLength(2);
    const rest = await claim();
    expect([...taken.map(({ id }) => id), ...rest].sort()).toEqual(["ntf_a1", "ntf_a2", "ntf_a3"]);
  });
});

test("a message whose sender died is due again after its lease, and one that was delivered is not", async () => {
  await add(["ntf_b1", "ntf_b2"]);
  expect((await claim()).sort()).toEqual(["ntf_b1", "ntf_b2"]);
  expect(await claim()).toEqual([]);
  await markDelivered(db.client, "ntf_b2");
  await makeDue("ntf_b1");
  await makeDue("ntf_b2");
  expect(await claim()).toEqual(["ntf_b1"]);
  expect((await find("ntf_b1")).attemptCount).toBe(2);
});

test("an attempt that reports late changes nothing about the one that followed it", async () => {
  await add(["ntf_c"]);
  await claim();
  await makeDue("ntf_c");
  await claim();
  const before = await find("ntf_c");
  await markFailed(db.client, { id: "ntf_c", attemptCount: 1, error: "late", retryInMs: null });
  expect(await find("ntf_c")).toEqual(before);
  await markFailed(db.client, { id: "ntf_c", attemptCount: 2, error: "HTTP 500", retryInMs: null });
  expect(await find("ntf_c")).toMatchObject({ dueAt: null, lastError: "HTTP 500", deliveredAt: null });
});
