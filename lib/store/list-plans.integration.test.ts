// Lists read about as many rows as they show, however much there is: what they ask Postgres for, it finds by an index.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidateDigests } from "@/lib/domain/identity-values";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { listCandidates } from "./erasures";
import { listFindings } from "./findings";
import { listIntentEvents } from "./journal-read";
import { listSubmissions } from "./submissions";
import { plansOf, type Reader, readsIn, readsOnce, toReads } from "./testing/reads-of";

const MANY = 40_000;
const LIMIT = 51;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(SUBMISSIONS, [MANY]);
  await client.query(FINDINGS, [MANY]);
  await client.query(VALUES, [MANY, candidateDigests(PERSON)]);
  await client.query("analyze");
  // A table that is small now is scanned whole; what counts is what happens when it has grown.
  await client.query("set enable_seqscan = off");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const id = (prefix: string, n = "n") => `'${prefix}_' || lpad((${n})::text, 26, '0')`;

const SUBMISSIONS = `
  insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, data)
  select ${id("evt")}, now(), 'submission.recorded', 'agent', 'agt_1', 'default', ${id("int", "n / 20")},
    '{"disposition":"coalesced","argsDigest":"d","fingerprint":"f"}'
  from generate_series(1, $1::integer) as n`;
const FINDINGS = `
  insert into findings (id, kind, state, namespace, tool, intent_id)
  select ${id("fnd")}, 'drift', case when n % 1000 = 1 and n < $1::integer / 2 then 'open' else 'resolved' end, 'default', 'tool', ${id("int")}
  from generate_series(1, $1::integer) as n`;

/** Each of them has every reading of it. */
const PERSON = "Ann.Lee@example.com";
const VALUES = `
  insert into identity_values (digest, intent_id)
  select digest, ${id("int")} from generate_series(1, $1::integer) as n, unnest($2::bytea[]) as digest`;

const readsOf = (table: string, list: (reader: Reader) => Promise<unknown>) => readsIn(client, table, list);

const before = `int_${String(MANY / 2).padStart(26, "0")}`;

describe("what belongs to one intent", () => {
  const intentId = `int_${"7".padStart(26, "0")}`;

  test.each([
    ["submissions", listSubmissions],
    ["events", listIntentEvents],
  ] as const)("%s", async (_what, list) => {
    const read = (reader: Reader) => list(reader, intentId, "", LIMIT);
    const { kinds, rows } = toReads(await plansOf(client, "order by", read), "journal");
    expect(kinds).not.toEqual([]);
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBe(20);
  });
});

describe("findings by", () => {
  test.each([
    ["all", {}],
    ["state", { state: "open" }],
    ["intent", { intent: before }],
    ["a later page", { before: before.replace("int_", "fnd_") }],
  ])("%s", async (_name, filter) => {
    const { kinds, rows } = await readsOf("findings", (reader) => listFindings(reader, { ...filter, limit: LIMIT }));
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBeLessThanOrEqual(3 * LIMIT);
  });
});

test.each([
  ["the first", ""],
  ["a later", before],
])("%s page of what an erasure may be about, of a person whom everything names", async (_name, after) => {
  const digests = candidateDigests(PERSON);
  const { kinds, rows } = await readsOnce(client, "identity_values", (reader) =>
    listCandidates(reader, { digests, after, limit: LIMIT }),
  );
  expect(kinds).not.toContain("Seq Scan");
  expect(rows).toBeLessThanOrEqual(digests.length * LIMIT);
});
