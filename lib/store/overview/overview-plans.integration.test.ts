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
const TABLES = ["intents", "journal", "intent_amounts"];
/** Each intent is submitted twice, claimed and settled by a row each; one in fifty has one more. */
const rowsOf = (intents: number) => 4 * intents + intents / 25;
const FEW = rowsOf(WITHIN);
/** Ids are made by workers' clocks: an hour before and after is looked at, too. */
const FEW_WITH_MARGIN = rowsOf(WITHIN + 2 * 60);
const at = (n: number) => START_MS + n * MINUTE_MS;
const period = periodBetween(at(FIRST), at(FIRST + WITHIN));

let database: TestDatabase;
let client: pg.Client;

const time = "substr(id, 5, 10)";
const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, cleared_by, decided_digest, doubt_since, failure,
    effect_id, ended_at, window_ends_at, created_at)
  select id, 'default', 'tool', 1, 'write_non_idempotent', id::bytea, id::bytea, '{}', '{}', id::bytea, 'f', '{}', 'd', 'sub', 'agt_1',
    case when n % 1000 = 0 then 'in_doubt' else 'succeeded' end, '{}', 'd', case when n % 1000 = 0 then now() end,
    case when n % 1000 = 0 then '{}'::json end, case when n % 1000 > 0 then 'eff' end,
    case when n % 1000 > 0 then now() end, case when n % 1000 > 0 then now() end,
    to_timestamp(${START_MS / 1_000} + ${MINUTE_MS / 1_000} * (n - 1))
  from unnest($1::text[]) with ordinality as r(id, n)`;
const AMOUNTS = "insert into intent_amounts select id, 'USD', 5, tool from intents";
const SUBMISSIONS = `
  insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, data, follows)
  select 'evt_' || ${time} || lpad(k::text, 15, '0') || '0', created_at, 'submission.recorded', 'agent', agent_id, 'default', id,
    json_build_object('disposition', case k when 0 then 'created' else 'replayed' end, 'argsDigest', 'd', 'fingerprint', 'f'),
    case k when 0 then '[{"type":"intent.opened","actor":{"kind":"policy","id":"1"},"data":{"to":"held"}}]'::json end
  from intents, generate_series(0, 1) as k`;
/** People decided about one in a hundred, and found out about another. */
const EVENTS = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
  select 'evt_' || ${time} || 'x' || lpad(k::text, 15, '0'), created_at,
    case when k < 3 then (array['intent.claim', 'intent.settle'])[k]
      when hashtext(id) % 100 = 0 then 'intent.approve' else 'intent.resolve' end,
    'worker', 'w', id, json_build_object('to', case k when 1 then 'executing' else 'succeeded' end, 'fence', 1, 'attemptId',
      'att_' || ${time} || 'x' || lpad('1', 15, '0'))
  from intents, generate_series(1, 3) as k where k < 3 or hashtext(id) % 50 = 0`;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(INTENTS, [Array.from({ length: MANY }, (_none, n) => firstIdAt("int", at(n)))]);
  for (const sql of [AMOUNTS, SUBMISSIONS, EVENTS]) await client.query(sql);
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
  ["effects", FEW_WITH_MARGIN, (reader) => readEffects(reader, period, [])],
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
