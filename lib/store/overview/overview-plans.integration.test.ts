// What an overview of a time reads grows with the time, not with the store.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstIdAt } from "@/lib/domain/id";
import { periodBetween } from "@/lib/domain/overview/period";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { PLANNED_ANEW } from "../database";
import { plansOf, type Reader, toReads } from "../testing/reads-of";
import { readDecisions } from "./decisions";
import { readEffects } from "./effects";
import { OVERVIEW_SETTINGS } from "./read-overview";
import { readDoubts, readStates } from "./states";
import { readSubmissions } from "./submissions";

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
/** One a minute. */
const MANY = 40_000;
const FIRST = 30_000;
const WITHIN = 300;
const TABLES = ["intents", "submissions", "attempts", "audit_events", "intent_amounts"];
/** Each intent is submitted twice, tried once and opened, claimed, settled by an event each. */
const FEW = 4 * WITHIN;
const at = (n: number) => START_MS + n * MINUTE_MS;
const period = periodBetween(at(FIRST), at(FIRST + WITHIN));

let database: TestDatabase;
let client: pg.Client;

const time = "substr(id, 5, 10)";
const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, cleared_by, decided_digest, doubt_since, failure,
    effect_id, ended_at, window_ends_at)
  select id, 'default', 'tool', 1, 'write_non_idempotent', id, id, '{}', '{}', id, 'f', '{}', 'd', 'sub', 'agt_1',
    case when n % 1000 = 0 then 'in_doubt' else 'succeeded' end, '{}', 'd', case when n % 1000 = 0 then now() end,
    case when n % 1000 = 0 then '{}'::json end, case when n % 1000 > 0 then 'eff' end,
    case when n % 1000 > 0 then now() end, case when n % 1000 > 0 then now() end
  from unnest($1::text[]) with ordinality as r(id, n)`;
const AMOUNTS = "insert into intent_amounts select id, 'USD', 5 from intents";
const SUBMISSIONS = `
  insert into submissions (id, intent_id, namespace, agent_id, disposition, contract_version, args, executable_args,
    args_digest, fingerprint)
  select 'sub_' || ${time} || lpad(k::text, 16, '0'), id, 'default', agent_id,
    case k when 0 then 'created' else 'replayed' end, 1, '{}', '{}', 'd', 'f'
  from intents, generate_series(0, 1) as k`;
const ATTEMPTS = `
  insert into attempts (id, intent_id, fence, worker, args_digest, started_at, lease_until, ended_at, outcome)
  select 'att_' || substr(id, 5), id, 1, 'w', 'd', now(), now(), now(), 'success' from intents`;
/** People decided about one in a hundred, and found out about another. */
const EVENTS = `
  insert into audit_events (id, type, actor_kind, actor_id, intent_id, data)
  select 'evt_' || ${time} || 'x' || lpad(k::text, 15, '0'),
    case when k < 3 then (array['intent.opened', 'intent.claim', 'intent.settle'])[k + 1]
      when hashtext(id) % 100 = 0 then 'intent.approve' else 'intent.resolve' end,
    'worker', 'w', id, json_build_object('to', case k when 0 then 'held' else 'succeeded' end)
  from intents, generate_series(0, 3) as k where k < 3 or hashtext(id) % 50 = 0`;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(INTENTS, [Array.from({ length: MANY }, (_none, n) => firstIdAt("int", at(n)))]);
  for (const sql of [AMOUNTS, SUBMISSIONS, ATTEMPTS, EVENTS]) await client.query(sql);
  await client.query("vacuum analyze");
  await client.query(OVERVIEW_SETTINGS.replaceAll("true)", "false)"));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each<[string, number, (reader: Reader) => Promise<unknown>]>([
  ["submissions", FEW, (reader) => readSubmissions(reader, period)],
  ["states", WITHIN, (reader) => readStates(reader, period)],
  ["decisions", FEW, (reader) => readDecisions(reader, period)],
  ["effects", FEW, (reader) => readEffects(reader, period, [])],
  // Every thousandth is in doubt, whatever the time.
  ["doubts", MANY / 1_000, (reader) => readDoubts(reader, [1])],
])("%s", async (_name, max, read) => {
  // Explained and not run: who expects a row finds none.
  const nodes = await plansOf(client, PLANNED_ANEW, (reader) => read(reader).catch(() => undefined));
  const reads = TABLES.map((table) => ({ table, ...toReads(nodes, table) }));
  expect(reads.flatMap(({ kinds }) => kinds)).not.toEqual([]);
  for (const { table, kinds, rows } of reads) {
    expect({ table, kinds }).not.toMatchObject({ kinds: expect.arrayContaining(["Seq Scan"]) });
    expect({ table, rows, isFew: rows <= max }).toMatchObject({ isFew: true });
  }
});
