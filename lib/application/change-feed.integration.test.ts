// What the feed tells while somebody else's transaction stays open for as long as it likes.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Change, EVENTS_MAX, makeChangeFeed } from "./change-feed";

let database: TestDatabase;
let db: Database;
let writer: pg.Client;
let idle: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 1, name: "feed test" });
  [writer, idle] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client];
  await Promise.all([writer.connect(), idle.connect()]);
});
afterAll(async () => {
  await Promise.all([writer.end(), idle.end(), db.close()]);
  await database.drop();
});

let eventCount = 0;
async function record(client: pg.Client, type: string, count = 1): Promise<void> {
  await client.query(
    `insert into journal (id, at, type, actor_kind, actor_id, intent_id)
     select 'evt_' || n, now(), $3, 'system', 'test', 'int_' || n from generate_series($1::int, $2::int) as n`,
    [eventCount + 1, eventCount + count, type],
  );
  eventCount += count;
}

test("behind a transaction that stays open each change is told once, and what that one did when it commits", async () => {
  const heard: Change[] = [];
  const onError = (error: unknown) => {
    throw error;
  };
  const feed = makeChangeFeed({ db, idsMax: 10, onError });
  let hasStarted = false;
  feed.listen({
    onStart: () => {
      hasStarted = true;
    },
    onChange: (change) => heard.push(change),
    onEnd: () => undefined,
  });
  const hear = async (type: string, wanted: Change) => {
    heard.length = 0;
    await record(writer, type);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(heard).toEqual([wanted]);
  };
  await expect.poll(() => hasStarted).toBe(true);
  await hear("operator.created", { topics: ["operators", "audit"], intentIds: ["int_1"] });

  await idle.query("begin");
  await record(idle, "agent.created");
  const [late] = [`int_${eventCount}`];
  await record(writer, "intent.opened", EVENTS_MAX + 1);
  await expect.poll(() => heard.at(-1)?.topics).toContain("erasures");
  expect(heard.at(-1)?.intentIds).toBeNull();
  await hear("grant.created", { topics: ["grants", "audit"], intentIds: [`int_${eventCount + 1}`] });
  await hear("finding.raised", { topics: ["findings", "audit"], intentIds: [`int_${eventCount + 1}`] });

  heard.length = 0;
  await idle.query("commit");
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard).toEqual([{ topics: ["agents", "pauses", "intents", "audit"], intentIds: [late] }]);
  feed.close();
});
