// Lists read about as many rows as they show, however much there is: what they ask Postgres for, it finds by an index.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidateDigests } from "@/lib/domain/identity-values";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { listCandidates } from "./erasures";
import { listFindings } from "./findings";
import { listIntentEvents } from "./history";
import { listSubmissions } from "./submissions";
import { type Reader, readsIn, readsOnce } from "./testing/reads-of";

const MANY = 40_000;
const LIMIT = 51;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(SUBMISSIONS, [MANY]);
  await client.query(EVENTS, [MANY]);
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
  insert into submissions (id, intent_id, namespace, agent_id, disposition, contract_version, args, executable_args,
    args_digest, fingerprint)
  select ${id("sub")}, ${id("int", "n / 20")}, 'default', 'agt_1', 'coalesced', 1, '{}', '{}', 'd', 'f'
  from generate_series(1, $1::integer) as n`;
const EVENTS = `
  insert into audit_events (id, type, actor_kind, actor_id, intent_id)
  select ${id("evt")}, 'submitted', 'agent', 'agt_1', ${id("int", "n / 20")} from generate_series(1, $1::integer) as n`;
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
    ["audit_events", listIntentEvents],
  ] as const)("%s", async (table, list) => {
    const { kinds, rows } = await readsOf(table, (reader) => list(reader, intentId, "", LIMIT));
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
