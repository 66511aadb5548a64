// Lists read about as many rows as they show, however much there is: what they ask Postgres for, it finds by an index.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import type { Tx } from "./database";
import { listFindings } from "./findings";
import { type HistoryFilter, listIntentEvents, listIntents } from "./history";
import { listSubmissions } from "./submissions";

const MANY = 40_000;
const LIMIT = 51;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into agents (id, name) values ('agt_1', 'busy'), ('agt_2', 'rare')");
  await client.query(INTENTS, [MANY]);
  await client.query(SUBMISSIONS, [MANY]);
  await client.query(EVENTS, [MANY]);
  await client.query(FINDINGS, [MANY]);
  await client.query("analyze");
  // A table that is small now is scanned whole; what counts is what happens when it has grown.
  await client.query("set enable_seqscan = off");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const id = (prefix: string, n = "n") => `'${prefix}_' || lpad((${n})::text, 26, '0')`;

/** Every thousandth is rare in every way; nothing rare is new. */
const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, run, state, hold, hold_expires_at, cleared_by, decided_digest,
    due_at, doubt_since, failure, transient, effect_id, ended_by, ended_reason, ended_at, window_ends_at)
  select ${id("int")}, r || 'default', r || 'tool', 1, 'write_non_idempotent', 'stem' || n, 'key' || n, '{}', '{}', 'i' || n,
    'f', '{}', 'd', ${id("sub")}, case r when '' then 'agt_1' else 'agt_2' end, r || 'run', s,
    case s when 'held' then '{"reasons":[]}'::json end, case s when 'held' then now() end,
    case when open then '{}'::json end, case when open then 'd' end,
    case when s in ('cleared', 'executing') then now() end, case s when 'in_doubt' then now() end,
    case when s in ('failed', 'in_doubt') then '{}'::json end, case s when 'failed' then false end,
    case when s in ('succeeded', 'partial') then r || 'effect' || n end,
    'somebody', 'because', case when not open and s <> 'held' then now() end,
    case when not open and s <> 'held' then now() end
  from (
    select n, r, s, s in ('cleared', 'in_doubt') as open from (
      select n, case when n % 1000 = 1 and n < $1::integer / 2 then 'rare_' else '' end as r,
        case when n % 1000 between 1 and 8 and n < $1::integer / 2
          then (array['held', 'cleared', 'in_doubt', 'denied', 'failed', 'expired', 'refused', 'withdrawn'])[n % 1000]
          else 'succeeded' end as s
      from generate_series(1, $1::integer) as n) as kinds) as rows`;
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

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** What the list's own statement reads of a table; the others it may ask before (pauses) run as they are. */
async function readsOf(table: string, list: (reader: Reader) => Promise<unknown>) {
  const nodes: Plan[] = [];
  const $queryRawUnsafe = async (sql: string, ...values: unknown[]) => {
    if (!sql.includes(`from ${table}`)) return (await client.query(sql, values)).rows;
    collect(await explain(sql, values), nodes);
    return [];
  };
  await list({ $queryRawUnsafe } as Reader);
  const scans = nodes.filter((node) => node["Relation Name"] === table);
  return { kinds: scans.map((node) => node["Node Type"]), rows: scans.reduce((sum, node) => sum + rowsOf(node), 0) };
}

/** As often as it takes Postgres to settle on a plan that it keeps, and for what is common: then for what is rare. */
async function explain(sql: string, values: unknown[]): Promise<Plan> {
  await client.query(`prepare listed as ${sql}`);
  const asked = toArguments(values);
  const common = asked.replaceAll("rare_", "").replaceAll("agt_2", "agt_1");
  for (let turn = 0; turn < PLANNED_ANEW; turn += 1) await client.query(`execute listed ${common}`);
  const { rows } = await client.query(`explain (analyze, format json) execute listed ${asked}`);
  await client.query("deallocate listed");
  return rows[0]["QUERY PLAN"][0].Plan as Plan;
}

const PLANNED_ANEW = 8;

function toArguments(values: unknown[]): string {
  const literals = values.map((value) => (value === null ? "null" : client.escapeLiteral(String(value))));
  return `(${literals.join(", ")})`;
}

function collect(plan: Plan, nodes: Plan[]): void {
  nodes.push(plan);
  for (const part of plan.Plans ?? []) collect(part, nodes);
}

function rowsOf(node: Plan): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}

const before = `int_${String(MANY / 2).padStart(26, "0")}`;
type Filter = Omit<HistoryFilter, "limit">;
const byState = (state: string): [string, Filter] => [`state ${state}`, { namespace: null, state }];

const FILTERS: [string, Filter][] = [
  ["nothing", { namespace: null }],
  ["a later page", { namespace: null, before }],
  ["a namespace", { namespace: "rare_default" }],
  ["a tool", { namespace: null, tool: "rare_tool" }],
  ["a run", { namespace: null, run: "rare_run" }],
  ["an agent", { namespace: null, agent: "agt_2" }],
  ["an id", { namespace: null, q: before }],
  ["an effect id", { namespace: null, q: "effect77" }],
  ["a tool of a namespace", { namespace: "default", tool: "rare_tool" }],
  ["a run of a namespace", { namespace: "default", run: "rare_run" }],
  ...["held", "cleared", "in_doubt", "executing", "succeeded"].map(byState),
  ...["denied", "failed", "expired", "refused", "withdrawn", "partial"].map(byState),
];
const read = (filter: Filter) => readsOf("intents", (reader) => listIntents(reader, { ...filter, limit: LIMIT }));

describe("intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => {
    const { kinds, rows } = await read(filter);
    expect(kinds).not.toEqual([]);
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBeLessThanOrEqual(3 * LIMIT);
  });
});

describe("while a tool is paused, intents by", () => {
  beforeAll(async () => {
    await client.query(
      "insert into pauses (id, covers, target, reason, paused_by) values ('pau_1', 'tool', 'tool', 'why', 'opr_1')",
    );
  });

  test.each(["held", "cleared"].map(byState))("%s", async (_name, by) => {
    const { kinds, rows } = await read(by);
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBeLessThanOrEqual(3 * LIMIT);
  });
});

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
