// Lists read about as many rows as they show, however much there is: what they ask Postgres for, it finds by an index.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
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
  // A table that was small when its statement was first planned must not be scanned when it has grown.
  await client.query("set enable_seqscan = off; set plan_cache_mode = force_generic_plan");
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

/** What the list's own statement reads of a table; the others it may ask before (pauses) run as they are. */
async function readsOf(table: string, list: (reader: Reader) => Promise<unknown>) {
  const nodes: Plan[] = [];
  const reader: Reader = {
    async $queryRawUnsafe<T>(sql: string, ...values: unknown[]): Promise<T> {
      if (!sql.includes(`from ${table}`)) return (await client.query(sql, values)).rows as T;
      const { rows } = await client.query(`explain (analyze, format json) ${sql}`, values);
      collect(rows[0]["QUERY PLAN"][0].Plan as Plan, nodes);
      return [] as T;
    },
  };
  await list(reader);
  const scans = nodes.filter((node) => node["Relation Name"] === table);
  return { kinds: scans.map((node) => node["Node Type"]), rows: scans.reduce((sum, node) => sum + rowsOf(node), 0) };
}
type Reader = { $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T> };

function collect(plan: Plan, nodes: Plan[]): void {
  nodes.push(plan);
  for (const part of plan.Plans ?? []) collect(part, nodes);
}

function rowsOf(node: Plan): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}

const before = `int_${String(MANY / 2).padStart(26, "0")}`;
const FILTERS: [string, Omit<HistoryFilter, "limit">][] = [
  ["all", { namespace: null }],
  ["a later page", { namespace: null, before }],
  ["a namespace", { namespace: "rare_default" }],
  ["a tool", { namespace: null, tool: "rare_tool" }],
  ["a run", { namespace: null, run: "rare_run" }],
  ["an agent", { namespace: null, agent: "agt_2" }],
  ["an id", { namespace: null, q: before }],
  ["an effect id", { namespace: null, q: "effect77" }],
  ["a tool of a namespace", { namespace: "default", tool: "rare_tool" }],
  ["a run of a namespace", { namespace: "default", run: "rare_run" }],
  ...["held", "cleared", "in_doubt", "executing", "denied", "failed", "expired", "refused", "withdrawn", "partial"].map(
    (state): [string, Omit<HistoryFilter, "limit">] => [`state ${state}`, { namespace: null, state }],
  ),
];

describe("intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => {
    const { kinds, rows } = await readsOf("intents", (reader) => listIntents(reader, { ...filter, limit: LIMIT }));
    expect({ kinds, rows }).toEqual({ kinds: kinds.filter((kind) => kind !== "Seq Scan"), rows: expect.any(Number) });
    expect(kinds).not.toEqual([]);
    expect(rows).toBeLessThanOrEqual(3 * LIMIT);
  });
});
