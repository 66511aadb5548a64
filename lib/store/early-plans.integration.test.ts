// A connection keeps its plans: those of hot paths that were made for an empty store still find each row by an index once
// it has grown.
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Terms } from "@/lib/domain/intent";
import { alignEffects } from "@/tests/support/align-due";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { findOtherOwners } from "./effects";
import { readIntake } from "./intake-read";
import { type IntentRow, toIntent } from "./intent-row";
import { FIND_ROWS_SQL, type StoredIntent } from "./intents";
import { writeHistory } from "./projection/rows";
import { RAW_SESSION_SQL, type RawTx, type Writer } from "./raw-transaction";
import { saveIntents } from "./save-intents";
import { collect, type Plan, rowsOf } from "./testing/reads-of";

const GROWN = 20_000;
/** So many are asked for by key, and as many others are about the same as what is asked. */
const ASKED = 4;
/** Each is found by its key, its identity, its family, its caller's key and its denial. */
const ROWS_MAX = 100;
/** Five times or more: then Postgres keeps a plan, whatever the session says. */
const TURNS = 7;
const LOCKS = ["free", "all", "none"] as const;

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(RAW_SESSION_SQL);
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Each about something of its own, every second denied, their windows open. */
const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, family, occurrence, context, identity,
    identity_digest, fingerprint, args, args_digest, submission_id, agent_id, state, effect_id, ended_by, ended_reason,
    ended_at, window_ends_at)
  select 'int_' || n, 'default', 'tool', 1, 'write_non_idempotent', decode(lpad(to_hex(n), 16, '0'), 'hex'), ('key' || n)::bytea, ('family' || n)::bytea, 1,
    '{"run":"theirs"}', '{}', ('identity' || n)::bytea, 'same', '{}', 'd', 'sub', 'agt',
    case n % 2 when 0 then 'succeeded' else 'denied' end, case n % 2 when 0 then 'effect' || n end, 'opr', 'fraud', now(),
    now() + interval '1 day'
  from generate_series(1, $1::integer) as n`;
const CALLER_KEYS = `
  insert into caller_keys (digest, intent_id, identity_digest)
  select 'caller' || n, 'int_' || n, 'identity' || n from generate_series(1, $1::integer) as n`;

async function grow(): Promise<void> {
  for (const sql of [INTENTS, CALLER_KEYS]) await client.query(sql, [GROWN]);
  await alignEffects((sql) => client.query(sql));
}

const hex = (text: string) => Buffer.from(text).toString("hex");
const asked = Array.from({ length: ASKED }, (_, n) => n + 1);
const named = (name: string) => asked.map((n) => `${name}${n}`);
const wanted = {
  tools: ["tool"],
  keyHashes: ["hash"],
  stems: asked.map((n) => n.toString(16).padStart(16, "0")),
  alike: asked.map((n) => ({
    identityDigest: hex(`identity${n + ASKED}`),
    fingerprint: hex("same"),
    situation: '{"run":"mine"}',
    hasIdentity: true,
  })),
  callerKeys: named("caller"),
  families: named("family").map(hex),
};

type Reader = Pick<RawTx, "$queryRawUnsafe">;
/** Answers a statement by its kept plan. */
const kept: Reader = {
  $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) =>
    (await client.query({ name: nameOf(sql), text: sql, values })).rows as T,
};
const names = new Map<string, string>();
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `kept_${names.size}`;
  names.set(sql, name);
  return name;
}

/** An empty store knows nothing that is alike, and would not be asked for it: told that it does, it is. */
const asIfKnown: Reader = {
  async $queryRawUnsafe<T>(sql: string, ...values: unknown[]) {
    const rows = await kept.$queryRawUnsafe<{ facts?: string }[]>(sql, ...values);
    const known = wanted.alike.map(({ identityDigest }) => identityDigest);
    return rows.map((row) => (row.facts ? { facts: JSON.stringify({ ...JSON.parse(row.facts), known }) } : row)) as T;
  },
};

/** How many rows, of whatever table, the kept plans read for it. A write is explained, which does it, and not done again. */
async function rowsReadBy(work: (reader: Reader) => Promise<unknown>, isWrite = false): Promise<number> {
  const nodes: Plan[] = [];
  await work({
    async $queryRawUnsafe<T>(sql: string, ...values: unknown[]) {
      const texts = values.map((value) => (Array.isArray(value) ? toText(value) : String(value)));
      const literals = texts.map((text) => client.escapeLiteral(text));
      const { rows } = await client.query(
        `explain (analyze, buffers, format json) execute ${nameOf(sql)}(${literals.join(", ")})`,
      );
      collect(rows[0]["QUERY PLAN"][0].Plan as Plan, nodes);
      return isWrite ? ([] as T) : kept.$queryRawUnsafe<T>(sql, ...values);
    },
  });
  return nodes.reduce((sum, node) => sum + (node["Relation Name"] === undefined ? 0 : rowsOf(node)), 0);
}

/** An array as Postgres writes it. */
function toText(values: unknown[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(",")}}`;
}

/** What the kept plans read of tables for a write. */
const written = (reader: Reader): Writer => ({
  $executeRawUnsafe: async (sql, ...values) => (await reader.$queryRawUnsafe<unknown[]>(sql, ...values)).length,
});

const looks = [
  ["never analyzed", async () => undefined],
  ["analyzed while empty", () => client.query("vacuum analyze")],
] as const;

test.each(looks)("a flush of intake reads a few rows of a store that has grown, %s", async (_, look) => {
  await look();
  for (let turn = 0; turn < TURNS; turn += 1) for (const lock of LOCKS) await readIntake(asIfKnown, wanted, lock);
  await grow();
  for (const lock of LOCKS) {
    const rows = await rowsReadBy(async (reader) => {
      const { live, alike, callerKeys, occurrences } = await readIntake(reader, wanted, lock);
      const resembled = new Set(alike.map(({ id }) => id));
      expect([live.length, resembled.size, callerKeys.size, occurrences.size]).toEqual([ASKED, ASKED, ASKED, ASKED]);
    });
    expect(rows).toBeLessThan(ROWS_MAX);
  }
});

test("once it was analyzed at its size, plans are made anew and read as little", async () => {
  await grow();
  for (const sql of ["analyze", "vacuum analyze"]) {
    await client.query(sql);
    for (const lock of LOCKS) {
      await readIntake(kept, wanted, lock);
      expect(await rowsReadBy((reader) => readIntake(reader, wanted, lock))).toBeLessThan(ROWS_MAX);
    }
  }
});

test("whose an effect is, a settle asks without reading what else there is", async () => {
  const claims = asked.map((n) => ({ effectId: `effect${2 * n}`, intentId: `int_${n}` }));
  for (let turn = 0; turn < TURNS; turn += 1) await findOtherOwners(kept, claims);
  await grow();
  expect(await rowsReadBy((reader) => findOtherOwners(reader, claims))).toBeLessThan(ROWS_MAX);
});

const TERMS = { windowMs: 0 } as Terms;
const succeeded = asked.map((n) => `int_${2 * n}`);

test.each(looks)("saving intents, and projecting them, reads those alone, %s", async (_, look) => {
  await look();
  const stored = async () => {
    const rows = await client.query<IntentRow>(FIND_ROWS_SQL, [succeeded]);
    return rows.rows.map((row) => ({ row, intent: toIntent(row, TERMS) }));
  };
  const save = async (reader: Reader, from: StoredIntent[]) =>
    saveIntents(
      written(reader),
      from.map((one) => ({ from: one, to: { ...one.intent, successorId: "int_next" } })),
    );
  await client.query("begin");
  await grow();
  const known = await stored();
  await client.query("rollback");
  for (let turn = 0; turn < TURNS; turn += 1) {
    // There is nothing to save: the write fails, and its plan is kept.
    await expect(save(kept, known)).rejects.toThrow("changed by somebody else");
    await writeHistory(kept, succeeded, false);
  }
  await grow();
  const before = await stored();
  expect(await rowsReadBy((reader) => writeHistory(reader, succeeded, false), true)).toBeLessThan(ROWS_MAX);
  expect(await rowsReadBy((reader) => save(reader, before), true)).toBeLessThan(ROWS_MAX);
});
