// What metrics ask costs what has not ended, however much history there is; and it is right.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { readLags, readLiveIntents, readUnsealed, UNSEALED_MAX } from "./metrics-read";
import { RAW_SESSION_SQL } from "./raw-transaction";
import { insertManyIntents } from "./testing/many-intents";
import { plansOf, type Reader, toReads } from "./testing/reads-of";

const MANY = 40_000;
/** Of every thousand of the older half one is held, one cleared and one in doubt. */
const OF_EACH = MANY / 2 / 1_000;

let database: TestDatabase;
let client: pg.Client;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await insertManyIntents(client, MANY);
  await client.query("analyze");
  await client.query(RAW_SESSION_SQL);
  db = openDatabase({ url: database.url, connectionsMax: 1, name: "metrics plans" });
});
afterAll(async () => {
  await db.close();
  await client.end();
  await database.drop();
});

/** Plans of the question itself; it has no answer then. */
async function readsOf(table: string, read: (db: Database) => Promise<unknown>) {
  const asked = async (reader: Reader) => {
    const explained = { rawTransaction: (_locks: unknown, work: (tx: Reader) => unknown) => work(reader) };
    await expect(read(explained as unknown as Database)).resolves.toBeNull();
  };
  return toReads(await plansOf(client, "statement_timestamp()", asked), table);
}

const unanswered = (read: (db: Database) => Promise<unknown>) => (db: Database) =>
  read(db).catch((error: unknown) => {
    if (error instanceof TypeError) return null;
    throw error;
  });

test("live intents are counted, and only they are read", async () => {
  await client.query(
    "update intents set hold = '{\"reasons\":[],\"since\":0}', doubt_since = doubt_since - interval '1 day' where hold is not null or doubt_since is not null",
  );
  const live = await readLiveIntents(db);
  expect(live).toMatchObject({ held: { count: OF_EACH }, inDoubt: { count: OF_EACH }, cleared: OF_EACH, executing: 0 });
  expect(live.held.medianSeconds).toBeGreaterThan(1_000_000_000);
  expect(live.inDoubt.oldestSeconds).toBeGreaterThanOrEqual(86_400);
  const reads = await readsOf("intents", unanswered(readLiveIntents));
  expect(reads.kinds).not.toContain("Seq Scan");
  expect(reads.rows).toBeLessThanOrEqual(3 * OF_EACH);
});

test("lags are found without a look at what has ended", async () => {
  expect((await readLags(db)).queueSeconds).toBeGreaterThan(0);
  const reads = await readsOf("intents", unanswered(readLags));
  expect(reads.kinds).not.toContain("Seq Scan");
  expect(reads.rows).toBeLessThanOrEqual(OF_EACH);
});

test("what is not sealed is counted up to its bound, and from the last seal on", async () => {
  expect((await readUnsealed(db))?.events).toBe(UNSEALED_MAX);
  const all = await readsOf("journal", unanswered(readUnsealed));
  expect(all.kinds).not.toContain("Seq Scan");
  expect(all.rows).toBeLessThanOrEqual(UNSEALED_MAX + 1);

  const seal = (
    cluster: string,
  ) => `insert into audit_seals (number, first_position, last_position, root, previous_hash,
      leaves, key_id, signature, hash, cluster, watermark, watermark_id, sealed_at)
    select coalesce(max(number), 0) + 1, coalesce(max(number), 0) + 1, coalesce(max(number), 0) + 1, 'r', 'p' || coalesce(max(number), 0), decode(repeat('00', 32), 'hex'), 'k', 's',
      'h' || coalesce(max(number), 0), ${cluster}, pg_snapshot_xmax(pg_current_snapshot()), '', now() from audit_seals`;
  await client.query("insert into audit_keys (key_id, public_key, first_used) values ('k', 'p', now())");
  await client.query(seal("(select system_identifier::text from pg_control_system())"));
  expect(await readUnsealed(db)).toEqual({ events: 0, oldestSeconds: 0 });
  expect((await readsOf("journal", unanswered(readUnsealed))).rows).toBe(0);
  // Another cluster's watermark says nothing here.
  await client.query(seal("'another'"));
  expect(await readUnsealed(db)).toBeNull();
});
