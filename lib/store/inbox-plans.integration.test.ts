// What waits is found without a look at what does not, however much of that there is.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { countWaiting, listWaiting } from "./inbox";
import { driftsOf } from "./submissions";
import { insertManyIntents } from "./testing/many-intents";
import { plansOf, type Reader, readsOnce, toReads } from "./testing/reads-of";

const MANY = 40_000;
/** Of every thousand of the older half one is held and one in doubt. */
const WAITING = (2 * MANY) / 2 / 1_000;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await insertManyIntents(client, MANY);
  await client.query("analyze");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each([
  ["a page of the inbox", (reader: Reader) => listWaiting(reader, { limit: 51 })],
  ["a page of one reason", (reader: Reader) => listWaiting(reader, { reason: "in_doubt", limit: 51 })],
  ["the counts", (reader: Reader) => countWaiting(reader, {})],
])("%s reads what waits, and its rows; what is cleared only while something is paused", async (_what, read) => {
  const reads = toReads(await plansOf(client, "hold_expires_at is not null", read), "intents");
  expect(reads.kinds).not.toContain("Seq Scan");
  expect(reads.rows).toBeLessThanOrEqual(2 * WAITING);
});

test("pauses that ended before anything was held are looked at once, not once for each intent that waits", async () => {
  const many = 300;
  await client.query(
    `insert into pauses (id, covers, target, reason, paused_by, paused_at, resumed_by, resumed_at)
     select 'pau_' || n, 'everything', '', 'r', 'o', 'epoch', 'o', timestamp 'epoch' + n * interval '1 hour'
     from generate_series(1, $1::integer) as n`,
    [many],
  );
  await client.query("analyze pauses");
  // Each kind of pause is asked for by what is held and by what is cleared; and the ends of clocks ask once.
  const looksMax = 2 * 3 + 1;
  for (const read of [
    (reader: Reader) => listWaiting(reader, { limit: 51 }),
    (reader: Reader) => countWaiting(reader, {}),
  ]) {
    const reads = toReads(await plansOf(client, "hold_expires_at is not null", read), "pauses");
    expect(reads.rows).toBeLessThanOrEqual(looksMax * many);
  }
});

test("what else was asked for is found beside any number of retries", async () => {
  const retries = 20_000;
  const { rows } = await client.query("select id from intents where state = 'held' limit 2");
  for (const { id } of rows)
    await client.query(
      `insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, drifted, data)
       select 'evt_' || n || $1, now(), 'submission.recorded', 'agent', 'agt_1', 'default', $1, case when n < 3 then true end,
         json_build_object('disposition', case when n < 3 then 'drifted' else 'coalesced' end, 'argsDigest', 'd',
           'fingerprint', case when n < 3 then 'other' || n else 'f' end)
       from generate_series(1, $2::integer) as n`,
      [id, retries],
    );
  await client.query("analyze journal");
  const ids = rows.map(({ id }) => String(id));
  const reads = await readsOnce(client, "journal", (reader) => driftsOf(reader, ids));
  expect(reads.kinds).not.toEqual([]);
  expect(reads.rows).toBeLessThanOrEqual(2 * ids.length);
});
