// A busy identity costs intake no more than a quiet one: of a crowd it resembles, a flush reads a few, by an index.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { readIntake } from "./intake-read";
import { RAW_SESSION_SQL, type RawTx } from "./raw-transaction";

const CROWD = 20_000;
const READ_MAX = 100;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(INTENTS, [CROWD]);
  await client.query(DENIED, [CROWD]);
  await client.query("analyze");
  await client.query(RAW_SESSION_SQL);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/**
 * For each identity as many: every second with the same values, the others each with their own. `busy`: ended, their
 * windows open; `waiting`: held; `past`: their windows are over.
 */
const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, effect_id, hold, hold_expires_at, ended_at, window_ends_at)
  select 'int_' || who || lpad(n::text, 20, '0'), 'default', 'tool', 1, 'write_non_idempotent', (who || n)::bytea, (who || n)::bytea,
    json_build_object('run', 'run' || n), '{}', who::bytea, (case n % 2 when 0 then 'same' else 'other' || n end)::bytea, '{}', 'd',
    'sub', 'agt', case who when 'waiting' then 'held' else 'succeeded' end,
    case when who <> 'waiting' then 'effect' || n end, case when who = 'waiting' then '{"reasons":[]}'::json end,
    case when who = 'waiting' then now() + n * interval '1 second' end,
    case when who <> 'waiting' then now() - interval '2 days' end,
    case who when 'busy' then now() + interval '1 day' when 'past' then now() - interval '1 day' end
  from generate_series(1, $1::integer) as n cross join unnest(array['busy', 'waiting', 'past']) as who`;

/** `no`: denied, their windows open; `old no`: denied, their windows over; and among `busy` one, with its stem asked for. */
const DENIED = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, ended_by, ended_reason, ended_at, window_ends_at)
  select 'int_' || who || lpad(n::text, 20, '0'), 'default', 'tool', 1, 'write_non_idempotent',
    (case who when 'denied busy' then 'mine' else who || n end)::bytea, (who || n)::bytea, json_build_object('run', 'run' || n), '{}',
    replace(who, 'denied ', '')::bytea, ('no' || n)::bytea, '{}', 'd', 'sub', 'agt', 'denied', 'opr', 'fraud',
    now() - interval '2 days', case who when 'old no' then now() else now() + n * interval '1 minute' end
  from generate_series(1, $1::integer) as n cross join unnest(array['no', 'old no', 'denied busy']) as who
  where who <> 'denied busy' or n = 1`;

/** Opened before all of `past`, and waiting for people still: one of each kind with the same values, one with others. */
const OLD = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, hold, hold_expires_at, cleared_by, decided_digest,
    doubt_since, failure)
  select 'int_old' || s || v, 'default', 'tool', 1, 'write_non_idempotent', (s || v)::bytea, (s || v)::bytea,
    json_build_object('run', s || v), '{}', 'past', v::bytea, '{}', 'd', 'sub', 'agt', s,
    case s when 'held' then '{"reasons":[]}'::json end, case s when 'held' then now() end,
    case when s <> 'held' then '{}'::json end, case when s <> 'held' then 'd'::bytea end,
    case s when 'in_doubt' then now() end, case s when 'in_doubt' then '{}'::json end
  from unnest(array['held', 'in_doubt']) as s, unnest(array['same', 'unlike']) as v`;

type Plan = {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

function rowsRead(plan: Plan, index?: string): number {
  const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  const counts = plan["Relation Name"] === "intents" && (index === undefined || plan["Index Name"] === index);
  const own = counts ? (plan["Actual Rows"] + removed) * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, index), own);
}

/** What is found for a submission of these values, and how many rows were read for it, of all and of denials alone. */
async function ask(identityDigest: string, fingerprint: string) {
  let read = 0;
  let denialsRead = 0;
  const tx: Pick<RawTx, "$queryRawUnsafe"> = {
    async $queryRawUnsafe<T>(sql: string, ...values: unknown[]) {
      const { rows } = await client.query({ text: `explain (analyze, format json) ${sql}`, values });
      const plan = rows[0]["QUERY PLAN"][0].Plan;
      read += rowsRead(plan);
      denialsRead += rowsRead(plan, "intents_denied");
      return (await client.query({ text: sql, values })).rows as T;
    },
  };
  const digests = { identityDigest: hex(identityDigest), fingerprint: hex(fingerprint) };
  const alike = [{ ...digests, situation: '{"run":"mine"}', hasIdentity: true }];
  const wanted = { tools: ["tool"], keyHashes: [], stems: [hex("mine")], alike, callerKeys: [], families: [] };
  const { alike: rows } = await readIntake(tx, wanted, "none");
  const found = rows.map((row) => ({
    ...row,
    key: text(row.key),
    stem: text(row.stem),
    fingerprint: text(row.fingerprint),
  }));
  return { found, read, denialsRead };
}

const hex = (name: string) => Buffer.from(name).toString("hex");
const text = (digest: string) => Buffer.from(digest, "hex").toString();
const newestOf = (who: string) => Array.from({ length: 5 }, (_, n) => `${who}${CROWD - 2 * n}`);

test("of a crowd that ran a few are found, look-alikes newest first, without reading the crowd", async () => {
  const { found, read } = await ask("busy", "same");
  expect(found.filter(({ fingerprint }) => fingerprint === "same").map(({ key }) => key)).toEqual(newestOf("busy"));
  expect(found.filter(({ state }) => state !== "denied")).toHaveLength(10);
  expect(read).toBeLessThan(READ_MAX);
});

test("a denial is found in the crowd, also under the very key that is asked for", async () => {
  const { found, read } = await ask("busy", "new");
  expect(found.filter(({ state }) => state === "denied").map(({ key, stem }) => [key, stem])).toEqual([
    ["denied busy1", "mine"],
  ]);
  expect(read).toBeLessThan(READ_MAX);
});

test("of a crowd of denials the last few are found, and a few are read for them", async () => {
  const { found, denialsRead } = await ask("no", "new");
  expect(found.map(({ key }) => key)).toEqual(Array.from({ length: 5 }, (_, n) => `no${CROWD - n}`));
  expect(denialsRead).toBeGreaterThan(0);
  expect(denialsRead).toBeLessThan(READ_MAX);
});

test("of denials whose windows are over nothing is read", async () => {
  const { found, read } = await ask("old no", "new");
  expect(found).toEqual([]);
  expect(read).toBeLessThan(READ_MAX);
});

test("values that nobody in the crowd has find variants alone, without reading the crowd", async () => {
  const { found, read } = await ask("busy", "new");
  expect(found.filter(({ state }) => state !== "denied")).toHaveLength(5);
  expect(read).toBeLessThan(READ_MAX);
});

test("of a long past nothing is read", async () => {
  const { found, read } = await ask("past", "same");
  expect(found).toEqual([]);
  expect(read).toBeLessThan(READ_MAX);
});

test("of a crowd that waits, those that wait longest are found", async () => {
  const { found } = await ask("waiting", "same");
  expect(found.filter(({ fingerprint }) => fingerprint === "same").map(({ key }) => key)).toEqual(newestOf("waiting"));
  expect(found).toHaveLength(10);
});

test("what waits for people is found behind a crowd that was opened after it and is over", async () => {
  await client.query(OLD);
  const { found } = await ask("past", "same");
  expect(found.map(({ fingerprint, state }) => `${fingerprint} ${state}`).sort()).toEqual(
    ["same", "unlike"].flatMap((values) => ["held", "in_doubt"].map((one) => `${values} ${one}`)),
  );
});

/** Opened after all of `busy`: taken back, expired, refused, transiently failed, or held and over without a mark. */
const NOTHING = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, hold, hold_expires_at, failure, transient, ended_by,
    ended_reason, ended_at, window_ends_at)
  select 'int_z' || s || lpad(n::text, 6, '0'), 'default', 'tool', 1, 'write_non_idempotent', (s || n)::bytea, (s || n)::bytea,
    json_build_object('run', s || n), '{}', 'busy', (case n % 2 when 0 then 'same' else 'other' || n end)::bytea, '{}', 'd',
    'sub', 'agt', s, case s when 'held' then '{"reasons":[]}'::json end,
    case s when 'held' then now() - interval '1 day' end, case s when 'failed' then '{}'::json end,
    case s when 'failed' then true end, 'agt', 'because', case when s <> 'held' then now() end,
    case when s <> 'held' then now() + interval '1 day' end
  from unnest(array['withdrawn', 'expired', 'refused', 'failed', 'held']) as s, generate_series(1, 1000) as n
  where s <> 'held' or n <= 50`;

test("a crowd that came to nothing hides nothing of what did, and is not read", async () => {
  await client.query(NOTHING);
  const { found, read } = await ask("busy", "same");
  const newest = found.filter(({ fingerprint, state }) => fingerprint === "same" && state === "succeeded");
  expect(newest.map(({ key }) => key)).toEqual(newestOf("busy"));
  expect(read).toBeLessThan(READ_MAX + 2 * 50);
});
