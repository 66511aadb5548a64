// What reading the audit log costs does not grow with the log: rows read, by Postgres' own account.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type AuditFilter, LOOKED_AT_MAX, listAuditEvents, listSealedEvents } from "./audit-events";
import type { Database } from "./database";
import { readTail } from "./event-tail";
import type { RawTx } from "./raw-transaction";
import { FROM_THE_START, lookForUnsealed, placesOf } from "./seals";
import { type NewestClaims, newestClaims } from "./store-state";

const MANY = 120_000;
const UNSEALED = 40;
const LIMIT = 20;
type Plan = { "Relation Name"?: string; "Node Type": string; Alias?: string; Plans?: Plan[] } & Record<string, number>;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin");
  await client.query(`
    insert into journal (id, at, type, actor_kind, actor_id, intent_id, subject)
    select 'evt_' || lpad(n::text, 10, '0') || repeat('0', 16), now(),
      case when n % 5000 = 0 then 'grant.created' when n % 2000 = 0 then 'intent.approve' else 'intent.claim' end,
      case when n % 1000 = 0 then 'operator' else 'worker' end,
      case when n % 1000 = 0 then 'opr_' || n % 3000 else 'worker' end,
      case when n % 5000 = 0 then null else 'int_' || n / 20 end,
      case when n = 7 then 'rare' else 'tool' end
    from generate_series(1, ${MANY}) n`);
  await client.query("commit");
  await client.query("insert into audit_keys values ('k', 'p', now())");
  await client.query(`
    insert into audit_seals select (n + 39) / 40, min(n), max(n), 'r', 'p' || min(n), decode(repeat('00', 1280), 'hex'), 'k',
      's', 'h' || min(n), 'c', '1', '', now(), array_agg(id order by id), int8range(min(id_ms(id)), max(id_ms(id)), '[]')
    from (select id, row_number() over (order by id) as n from journal order by id limit ${MANY - UNSEALED}) as sealed
    group by 1`);
  await client.query("analyze");
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

const horizon = async () =>
  (await client.query("select pg_snapshot_xmin(pg_current_snapshot())::text as xmin")).rows[0].xmin;

/** Rows of the big tables that a read touches. */
async function readBy(work: (reader: Pick<RawTx, "$queryRawUnsafe">) => Promise<unknown>) {
  const nodes: Plan[] = [];
  const $queryRawUnsafe = async (sql: string, ...values: unknown[]) => {
    const { rows } = await client.query(`explain (analyze, format json) ${sql}`, values);
    collect(rows[0]["QUERY PLAN"][0].Plan, nodes);
    return (await client.query(sql, values)).rows;
  };
  await work({ $queryRawUnsafe } as Pick<RawTx, "$queryRawUnsafe">);
  const scans = nodes.filter((node) => /^(journal|audit_seals)$/.test(node["Relation Name"] ?? ""));
  return {
    kinds: scans.map((node) => node["Node Type"]),
    rows: scans.reduce((sum, node) => sum + rowsOf(node), 0),
    unpacked: nodes.filter(isUnpacking).reduce((sum, node) => sum + (node["Actual Loops"] ?? 0), 0),
  };
}

/** A seal's rows, taken apart. */
const isUnpacking = (node: Plan) => node["Node Type"] === "Function Scan" && node["Alias"] === "r";

function collect(plan: Plan, nodes: Plan[]): void {
  nodes.push(plan);
  for (const part of plan.Plans ?? []) collect(part, nodes);
}

function rowsOf(node: Plan): number {
  return ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1);
}

const idAt = (n: number) => `evt_${String(n).padStart(10, "0")}${"0".repeat(16)}`;
const FILTERS: [string, AuditFilter, string | undefined][] = [
  ["nothing", {}, undefined],
  ["a later page", {}, idAt(MANY / 2)],
  ["an intent", { intent: "int_77" }, undefined],
  ["an operator", { actor: "opr_1000" }, undefined],
  ["an operator who did nothing", { actor: "opr_nobody" }, undefined],
  ["a rare type", { type: "grant.created" }, undefined],
  ["a type that never was", { type: "grant.eaten" }, undefined],
  ["a common type", { type: "intent.claim" }, undefined],
  ["a time", { fromId: idAt(500), toId: idAt(900) }, undefined],
];

describe("events by", () => {
  test.each(FILTERS)("%s", async (_name, filter, before) => {
    const { kinds, rows } = await readBy((reader) => listAuditEvents(reader, filter, before, LIMIT));
    expect(kinds).not.toEqual([]);
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBeLessThanOrEqual(filter.type === "intent.claim" ? LOOKED_AT_MAX + 10 * LIMIT : 10 * LIMIT);
  });

  const UNINDEXED: [string, AuditFilter][] = [
    ["a subject", { subject: "rare" }],
    ["a worker", { actor: "nobody" }],
  ];
  test.each(UNINDEXED)(
    "%s, for which there is no index: so many are looked at, and all are found in the end",
    async (_name, filter) => {
      const { rows } = await readBy((reader) => listAuditEvents(reader, filter, undefined, LIMIT));
      expect(rows).toBeLessThanOrEqual(2 * LOOKED_AT_MAX + 10);
      const reader = {
        $queryRawUnsafe: async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows,
      };
      const [found, pages] = await walk((before: string | undefined) =>
        listAuditEvents(reader as never, filter, before, LIMIT),
      );
      expect(found).toBe(filter.subject === undefined ? 0 : 1);
      expect(pages).toBe(MANY / LOOKED_AT_MAX + 1);
    },
  );

  test("a subject: a row of before the journal, which is shown under another id, is listed once where a look ends at it", async () => {
    await client.query("begin; set local session_replication_role = replica");
    await client.query("update journal set sealed_as = 'evt_of_before', subject = 'rare' where id = $1", [
      idAt(MANY - LOOKED_AT_MAX + 1),
    ]);
    const reader = {
      $queryRawUnsafe: async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows,
    };
    const [found] = await walk((before: string | undefined) =>
      listAuditEvents(reader as never, { subject: "rare" }, before, LIMIT),
    );
    await client.query("rollback");
    expect(found).toBe(2);
  });

  test("position, from anywhere", async () => {
    const { kinds, rows } = await readBy((reader) => listSealedEvents(reader, {}, MANY / 2, LIMIT));
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBeLessThanOrEqual(10 * LIMIT);
    const reader = {
      $queryRawUnsafe: async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows,
    };
    const [found] = await walk((after: number | undefined) =>
      listSealedEvents(reader as never, { subject: "rare" }, after ?? 0, LIMIT),
    );
    expect(found).toBe(1);
  });
});

async function walk<C>(page: (cursor: C | undefined) => Promise<{ rows: unknown[]; next: C | null }>) {
  let [found, pages] = [0, 0];
  let cursor: C | undefined;
  do {
    const { rows, next } = await page(cursor);
    found += rows.length;
    pages += 1;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return [found, pages];
}

test("a sealer reads about as many events as it seals, whatever was sealed before", async () => {
  const [{ txid }] = (await client.query("select max(txid::text::bigint)::text as txid from journal")).rows;
  const from = { txid, id: idAt(MANY - UNSEALED) };
  await expect
    .poll(async () => {
      let found = 0;
      const { kinds, rows } = await readBy(async (reader) => {
        found = (
          await lookForUnsealed(reader, "here", { from, limit: 5_000, xmin: await horizon(), mayBeSealed: false })
        ).unsealed.length;
      });
      expect(kinds).not.toContain("Seq Scan");
      expect(rows).toBeLessThanOrEqual(4 * UNSEALED);
      return found;
    })
    .toBe(UNSEALED);
  const { rows } = await readBy((reader) =>
    lookForUnsealed(reader, "elsewhere", { from: FROM_THE_START, limit: 5_000, xmin: "0", mayBeSealed: true }),
  );
  expect(rows).toBe(0);
});

test("thousands of places are told by taking each seal apart once, also by a plan that was made before there were any", async () => {
  const asked = Array.from({ length: 5_000 }, (_, n) => idAt(n + 30_001));
  await client.query("begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off");
  let found = new Map<string, { position: number }>();
  const { kinds, unpacked } = await readBy(async (reader) => {
    found = await placesOf(reader, asked);
  });
  await client.query("rollback");
  expect(asked.map((id) => found.get(id)?.position)).toEqual(asked.map((_, n) => n + 30_001));
  expect(kinds).not.toContain("Seq Scan");
  expect(unpacked).toBeGreaterThanOrEqual(5_000 / 40);
  expect(unpacked).toBeLessThanOrEqual(5_000 / 40 + 2);
});

test("a look for the newest claims reads what was committed since the one before, and no more", async () => {
  const look = (seen: NewestClaims | null) =>
    readBy((reader) => newestClaims({ query: reader.$queryRawUnsafe } as unknown as Database, seen));
  expect((await look(null)).rows).toBeGreaterThan(0);
  const [{ xmin }] = (await client.query("select pg_snapshot_xmax(pg_current_snapshot())::text as xmin")).rows;
  await client.query("select pg_current_xact_id()"); // what that was is over now
  await expect
    .poll(async () => {
      const { kinds, rows } = await look({ byWorker: {}, epoch: 1, now: new Date(), xmin });
      expect(kinds).not.toContain("Seq Scan");
      return rows;
    })
    .toBe(0);
});

test("a look for what is new reads nothing else, whatever was open at the look before", async () => {
  const [{ xmax }] = (await client.query("select pg_snapshot_xmax(pg_current_snapshot())::text as xmax")).rows;
  // Others that were open for long, and have recorded nothing: ids far below and just below the newest.
  const open = [3, Number(xmax) - 1].join(",");
  const { kinds, rows } = await readBy((reader) => readTail(reader, `3:${xmax}:${open}`, 2_001));
  expect(kinds.length).toBeGreaterThanOrEqual(2);
  expect(kinds).not.toContain("Seq Scan");
  expect(rows).toBe(0);
});
