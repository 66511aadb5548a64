// The sealer on a real database: late commits, rivals, kills, restored clusters.
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { leafHash, treeRoot } from "@/lib/domain/audit/merkle-tree";
import { NO_SEAL, SEAL_EVENTS_MAX, sealHash } from "@/lib/domain/audit/seal";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { eventText } from "@/lib/domain/audit/sealed-event";
import { tellOf } from "@/lib/domain/audit/testing/sample-export";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSealOf, listAuditKeys, listSeals } from "@/lib/store/seals";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { SEALED_PLACES } from "@/tests/support/journal-rows";
import { listEventsForExport } from "../store/audit-export";
import { makeChangeFeed } from "./change-feed";
import { exportAudit } from "./export-audit";
import { proveEvent } from "./prove-event";
import { makeSealEvents } from "./seal-events";

const key = makeSealKey("k".repeat(44));
let database: TestDatabase;
let db: Database;
let admin: pg.Client;
let made = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 4, name: "seal test" });
  admin = await connect();
});
afterEach(async () => {
  await admin.end();
  await db.close();
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: "seal test" });
  await client.connect();
  return client;
}

async function record(count: number, client: pg.Client = admin): Promise<void> {
  made += 1;
  await client.query(
    `insert into journal (id, at, type, actor_kind, actor_id, data)
     select 'evt_${String(made).padStart(6, "0")}' || lpad(n::text, 20, '0'), now(), 'test.happened', 'system', 'test',
       json_build_object('n', n, 'ünï', 1.50, 'b', null, 'a', array[1e21, 0.1])
     from generate_series(1, $1::int) n`,
    [count],
  );
}

const makeSealer = (more: Partial<Parameters<typeof makeSealEvents>[0]> = {}) =>
  makeSealEvents({ db, key, onStuck: () => undefined, ...more });

/** Transactions of other tests on the same server hold the horizon back for a moment. */
async function sealAll(sealer: () => Promise<{ sealedCount: number }>, wanted: number): Promise<void> {
  let sealed = 0;
  await expect
    .poll(async () => {
      sealed += (await sealer()).sealedCount;
      return sealed;
    })
    .toBe(wanted);
}

/** Every seal follows from the one before, and every event leads to its leaf. */
async function checkChain(): Promise<number> {
  let [previous, position] = [NO_SEAL, 0];
  for (const seal of (await listSeals(db.client, null, 1_000)).reverse()) {
    expect(seal.previous).toBe(previous);
    expect(seal.firstPosition).toBe(position + 1);
    expect(sealHash(seal)).toBe(seal.hash);
    const events = await listEventsForExport(db, seal.firstPosition - 1, seal.lastPosition);
    const leaves = events.map((event) => leafHash(Buffer.from(eventText(event))));
    expect(treeRoot(leaves).toString("hex")).toBe(seal.root);
    expect(joined((await findSealOf(db.client, seal.lastPosition))?.leaves ?? [])).toBe(joined(leaves));
    [previous, position] = [seal.hash, seal.lastPosition];
  }
  return position;
}

const joined = (leaves: Buffer[]) => Buffer.concat(leaves).toString("hex");

test("positions are gapless in the order of transactions, and seals are a chain", async () => {
  const sealer = makeSealer();
  await record(3);
  await sealAll(sealer, 3);
  await record(2);
  await sealAll(sealer, 2);
  expect(await checkChain()).toBe(5);
  expect((await sealer()).sealedCount).toBe(0);
  expect(await listAuditKeys(db.client)).toMatchObject([{ keyId: key.keyId, publicKey: key.pem }]);
});

test("an event that commits late is in a later seal, and the chain holds", async () => {
  const sealer = makeSealer();
  const late = await connect();
  await late.query("begin");
  await record(1, late);
  await record(2);
  // What came after the one that is open waits with it: nothing older can appear behind a seal.
  expect(await sealer()).toEqual({ sealedCount: 0, isFull: false });
  await late.query("commit");
  await late.end();
  await sealAll(sealer, 3);
  expect(await checkChain()).toBe(3);
});

test("a transaction that began before a seal and writes after it is in the next", async () => {
  const sealer = makeSealer();
  const late = await connect();
  await late.query("begin isolation level repeatable read");
  await late.query("select 1 from journal limit 1");
  await record(2);
  await sealAll(sealer, 2);
  await record(1, late);
  await late.query("commit");
  await late.end();
  await sealAll(sealer, 1);
  expect(await checkChain()).toBe(3);
});

test("the smaller id commits last: each row is sealed once, in the order of (transaction, id), and the live feed tells of each", async () => {
  const heard: (string[] | null)[] = [];
  const onError = (error: unknown) => {
    throw error;
  };
  const feed = makeChangeFeed({ db, idsMax: 10, onError });
  let hasStarted = false;
  const onStart = () => {
    hasStarted = true;
  };
  feed.listen({ onStart, onChange: ({ intentIds }) => heard.push(intentIds), onEnd: () => undefined });
  await expect.poll(() => hasStarted).toBe(true);
  const write = (client: pg.Client, name: string) =>
    client.query(
      "insert into journal (id, at, type, actor_kind, actor_id, intent_id) values ($1, now(), 'test.happened', 'system', 's', $2)",
      [`evt_${name.padStart(26, "0")}`, name],
    );
  const hears = async (name: string) => {
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(heard.splice(0)).toEqual([[name]]);
  };
  const [older, younger] = [await connect(), await connect()];
  const sealer = makeSealer();

  await older.query("begin");
  await write(older, "2");
  await write(admin, "3");
  await hears("3");
  await younger.query("begin");
  await write(younger, "1");
  // Behind the one that is open nothing is sealed, although the feed has told of it.
  expect(await sealer()).toEqual({ sealedCount: 0, isFull: false });
  await older.query("commit");
  await hears("2");
  await sealAll(sealer, 2);
  await younger.query("commit");
  await hears("1");
  await sealAll(sealer, 1);
  expect((await sealer()).sealedCount).toBe(0);
  expect((await makeSealer()()).sealedCount).toBe(0);

  feed.close();
  await older.end();
  await younger.end();
  const { rows } = await admin.query(`select id, position from (${SEALED_PLACES}) as p order by position`);
  expect(rows).toEqual(
    ["2", "3", "1"].map((name, index) => ({ id: `evt_${name.padStart(26, "0")}`, position: index + 1 })),
  );
  expect(await checkChain()).toBe(3);
});

test("a transaction that ends between the sealer's looks is sealed once, also where no seal says what it holds", async () => {
  await record(2);
  await sealAll(makeSealer(), 2);
  for (const known of [true, false]) {
    // As of a seal from before the journal: what is behind its watermark may be sealed.
    if (!known) {
      await admin.query("alter table audit_seals disable trigger user");
      await admin.query("update audit_seals set is_exact = false, watermark = '3', watermark_id = ''");
      await admin.query("alter table audit_seals enable trigger user");
    }
    const open = await connect();
    await open.query("begin");
    await record(1, open);
    await record(3);
    const rawTransaction: Database["rawTransaction"] = (locks, work) =>
      db.rawTransaction(locks, async (tx) => {
        const $queryRawUnsafe = async <T>(sql: string, ...values: unknown[]) => {
          const answer = await tx.$queryRawUnsafe<T>(sql, ...values);
          if (sql.includes("pg_control_system")) await open.query("commit");
          return answer;
        };
        return work({ ...tx, $queryRawUnsafe });
      });
    const first = await makeSealer({ db: { ...db, rawTransaction } })();
    await sealAll(makeSealer(), 4 - first.sealedCount);
    await open.end();
    const { rows } = await admin.query(
      "select id, count(*)::int as seals from audit_seals, unnest(rows) as id group by id having count(*) > 1",
    );
    expect(rows).toEqual([]);
    expect((await makeSealer()()).sealedCount).toBe(0);
  }
  expect(await checkChain()).toBe(10);
});

test("what was recorded before there was a journal is sealed, exported and proven under the id that it had", async () => {
  const [before, moved] = [`evt_${"b".repeat(26)}`, `evt_${"m".repeat(25)}0`];
  await admin.query(
    `insert into journal (id, at, type, actor_kind, actor_id, sealed_as) values ($1, now(), 'test.happened', 'system', 's', $2)`,
    [moved, before],
  );
  await record(1);
  await sealAll(makeSealer(), 2);
  expect(await checkChain()).toBe(2);
  const lines = await exported();
  expect(tellOf(lines)).toBe("2 events in 1 seals");
  expect(lines.filter((line) => line.includes(`"id":"${before}"`))).toHaveLength(1);
  expect(lines.join("")).not.toContain(moved);
  expect(lines.join("")).not.toContain("follows");
  expect(await proveEvent(db, before)).toMatchObject({ event: expect.objectContaining({ id: before }) });
});

test("what was rolled back leaves no gap", async () => {
  const client = await connect();
  await client.query("begin");
  await record(4, client);
  await client.query("rollback");
  await client.end();
  await record(1);
  await sealAll(makeSealer(), 1);
  expect(await checkChain()).toBe(1);
});

test("two sealers at once seal every event once", async () => {
  await record(50);
  const sealers = Array.from({ length: 4 }, () => makeSealer());
  let sealed = 0;
  await expect
    .poll(async () => {
      const turns = await Promise.all(sealers.map((sealer) => sealer()));
      sealed += turns.reduce((sum, { sealedCount }) => sum + sealedCount, 0);
      return sealed;
    })
    .toBe(50);
  expect(await checkChain()).toBe(50);
});

test("many events are sealed in full batches, also those of one transaction", async () => {
  const count = 2 * SEAL_EVENTS_MAX + 100;
  await record(count);
  const sealer = makeSealer();
  await sealAll(sealer, count);
  expect((await listSeals(db.client, null, 10)).map((seal) => seal.lastPosition - seal.firstPosition + 1)).toEqual([
    100,
    SEAL_EVENTS_MAX,
    SEAL_EVENTS_MAX,
  ]);
  expect(await checkChain()).toBe(count);
  // Over many pages, which end where seals do not.
  expect(tellOf(await exported())).toBe(`${count} events in 3 seals`);
});

test("the clock of the seals never goes back, whatever the database's does", async () => {
  await record(1);
  await sealAll(makeSealer(), 1);
  await byHand("update audit_seals set sealed_at = sealed_at + interval '1 hour'");
  await record(1);
  await sealAll(makeSealer(), 1);
  const [next, before] = await listSeals(db.client, null, 2);
  expect(next).toMatchObject({ number: 2, sealedAt: before?.sealedAt });
});

test("a sealer that is killed between two steps leaves nothing, and the next seals everything", async () => {
  await record(3);
  for (const table of ["audit_keys", "audit_seals"]) {
    await admin.query(`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await admin.query(`create trigger die after insert on ${table} for each statement execute function die()`);
    await expect
      .poll(() =>
        makeSealer()().then(
          () => "sealed nothing",
          () => "killed",
        ),
      )
      .toBe("killed");
    await admin.query(`drop trigger die on ${table}; drop function die`);
    const { rows } = await admin.query(
      "select (select count(*) from audit_keys) + (select count(*) from audit_seals) as n",
    );
    expect(Number(rows[0].n)).toBe(0);
  }
  await sealAll(makeSealer(), 3);
  expect(await checkChain()).toBe(3);
});

/** A sealer in a process of its own, which ends itself with SIGKILL where it is told to. */
const DOOMED = `
  globalThis.INTERLOCK_CRASH_POINTS = true;
  const { openDatabase } = await import("./lib/store/database.ts");
  const { makeSealEvents } = await import("./lib/application/seal-events.ts");
  const { makeSealKey } = await import("./lib/domain/audit/seal-key.ts");
  const db = openDatabase({ url: process.env.DATABASE_URL, connectionsMax: 2, name: "doomed sealer" });
  const seal = makeSealEvents({ db, key: makeSealKey("k".repeat(44)), onStuck() {} });
  for (;;) await seal();`;

test.each([
  ["before it commits", "seal_written", 0],
  ["after it has committed", "sealed", 3],
])(
  "a sealer's process that is killed %s leaves a whole chain, and the next goes on",
  async (_when, point, sealed) => {
    await record(3);
    // Where nothing can be sealed yet a turn passes `sealed` all the same.
    await sealable();
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", DOOMED], {
      env: { ...process.env, DATABASE_URL: database.url, INTERLOCK_CRASH_POINT: `${point}:1:kill` },
      stdio: "ignore",
    });
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");
    expect(await checkChain()).toBe(sealed);
    await record(2);
    await sealAll(makeSealer(), 5 - sealed);
    expect(await checkChain()).toBe(5);
  },
  60_000,
);

async function sealable(): Promise<void> {
  const sql = "select count(*)::int as n from audit_events where txid >= pg_snapshot_xmin(pg_current_snapshot())";
  await expect.poll(async () => (await admin.query(sql)).rows[0].n).toBe(0);
}

test("the end is cut off in the database: caught against the last published seal, also when sealing goes on", async () => {
  const sealer = makeSealer();
  for (let turn = 0; turn < 3; turn += 1) {
    await record(2);
    await sealAll(sealer, 2);
  }
  const [published] = await listSeals(db.client, null, 1);
  const lastSeal = { number: published?.number ?? 0, hash: published?.hash ?? "" };
  expect(tellOf(await exported(), { lastSeal })).toBe("6 events in 3 seals");
  await byHand(
    "delete from journal where id in (select unnest(rows) from audit_seals where number = 3) or type = 'audit.exported'",
    "delete from audit_seals where number = 3",
  );
  const cut = await exported();
  expect(tellOf(cut)).toBe("4 events in 2 seals");
  expect(tellOf(cut, { lastSeal })).toContain(
    "The file ends with seal 2, but seal 3 was published: the end was cut off, or the file is older",
  );
  // The export above is on record, and is sealed in the place of what was cut off.
  await sealAll(makeSealer(), 1);
  const resealed = await exported();
  expect(tellOf(resealed)).toBe("5 events in 3 seals");
  expect(tellOf(resealed, { lastSeal })).toContain("Seal 3 is not the one that was published under this number.");
});

test("a seal that was removed by hand is named, and proves nothing of its events", async () => {
  const sealer = makeSealer();
  for (let turn = 0; turn < 3; turn += 1) {
    await record(1);
    await sealAll(sealer, 1);
  }
  const { rows } = await admin.query("select rows[1] as id from audit_seals where number = 2");
  await expect(proveEvent(db, rows[0].id)).resolves.toMatchObject({ seal: { number: 2 }, leafIndex: 0 });
  await byHand("delete from audit_seals where number = 2");
  expect(tellOf(await exported())).toContain("Seal 2 was removed, before seal 3.");
  await expect(proveEvent(db, rows[0].id)).rejects.toMatchObject({ code: "not_sealed" });
});

/** As somebody with all rights on the database would. */
async function byHand(...statements: string[]): Promise<void> {
  await admin.query("set session_replication_role = replica");
  for (const sql of statements) await admin.query(sql);
  await admin.query("set session_replication_role = origin");
}

async function exported(): Promise<string[]> {
  const operator = { id: "opr_1", email: "a@a.test", name: "A", role: "admin" } as const;
  const deps = { db, newId: makeIdSource(Date.now), publicUrl: "https://interlock.example" };
  let text = "";
  for await (const piece of await exportAudit(deps, { operator, fromMs: null, toMs: null })) text += piece;
  return text.split(/(?<=\n)/);
}

test("after a restore into another cluster nothing is sealed twice and nothing is left out", async () => {
  await record(4);
  await sealAll(makeSealer(), 4);
  await record(2);
  await asAnotherCluster();
  await record(3);
  const sealer = makeSealer();
  await sealAll(sealer, 5);
  expect(await checkChain()).toBe(9);
  await record(1);
  await sealAll(sealer, 1);
  await record(1);
  await sealAll(makeSealer(), 1);
  expect(await checkChain()).toBe(11);
});

/** As if it all had been written where transactions have far higher numbers. */
async function asAnotherCluster(): Promise<void> {
  await admin.query("set session_replication_role = replica");
  await admin.query("update journal set txid = ((txid::text::bigint) + 4000000000)::text::xid8");
  await admin.query(
    "update audit_seals set cluster = 'another', watermark = ((watermark::text::bigint) + 4000000000)::text::xid8",
  );
  await admin.query("set session_replication_role = origin");
}

test("what another cluster numbered and sealed is not sealed again when this one's numbers come to it while a transaction is open", async () => {
  const AHEAD = 200;
  const sealer = makeSealer();
  await record(1);
  await admin.query("set session_replication_role = replica");
  await admin.query("update journal set txid = ((txid::text::bigint) + $1)::text::xid8", [AHEAD]);
  await admin.query("set session_replication_role = origin");
  await record(1);
  await sealAll(sealer, 2);

  await record(1);
  const open = await connect();
  await open.query("begin; select pg_current_xact_id()");
  for (let passed = 0; passed < AHEAD + 10; passed += 1) await admin.query("select pg_current_xact_id()");
  const restarted = makeSealer();
  await restarted();
  await restarted();
  await open.query("commit");
  await open.end();
  await record(1);
  const sealedCount = async () => (await listSeals(db.client, 1_000, 1))[0]?.lastPosition ?? 0;
  await expect
    .poll(async () => {
      await restarted();
      return sealedCount();
    })
    .toBeGreaterThanOrEqual(4);
  expect(await checkChain()).toBe(4);
});

test("somebody is told when a transaction that stays open keeps events from being sealed", async () => {
  const told: unknown[] = [];
  const sealer = makeSealer({ onStuck: (stuck) => told.push(stuck) });
  const open = await connect();
  await open.query("begin");
  await open.query("select pg_current_xact_id()");
  await admin.query(
    "insert into journal (id, at, type, actor_kind, actor_id) values ('evt_old', now() - interval '2 minutes', 't', 'system', 's')",
  );
  expect((await sealer()).sealedCount).toBe(0);
  expect(told).toHaveLength(1);
  await open.query("rollback");
  await open.end();
  // Transactions of other tests, in other databases of the same server, may stand in the way a little longer: as long as
  // it is not sealed it may be told of again, and in the turn that seals it no more.
  await expect
    .poll(async () => {
      const toldCount = told.length;
      const { sealedCount } = await sealer();
      if (sealedCount > 0) expect(told).toHaveLength(toldCount);
      return sealedCount;
    })
    .toBe(1);
});

test("an event without a canonical form does not keep the others from being sealed", async () => {
  await record(1);
  await admin.query(
    `insert into journal (id, at, type, actor_kind, actor_id, data) values
     ('evt_inf', now(), 't', 'system', 's', '{"n": 1e999}'), ('evt_half', now(), 't', 'system', 's', '{"s": "\\ud800"}')`,
  );
  await admin.query(
    `insert into journal (id, at, type, actor_kind, actor_id) values
     ('evt_never', 'infinity', 't', 'system', 's'), ('evt_far', '290000-01-01', 't', 'system', 's')`,
  );
  await sealAll(makeSealer(), 5);
  expect(await checkChain()).toBe(5);
});

test("another INTERLOCK_KEY goes on with the chain under another key id", async () => {
  await record(1);
  await sealAll(makeSealer(), 1);
  const next = makeSealKey("n".repeat(44));
  await record(1);
  await sealAll(makeSealer({ key: next }), 1);
  expect((await listSeals(db.client, null, 10)).map(({ keyId }) => keyId)).toEqual([next.keyId, key.keyId]);
  expect((await listAuditKeys(db.client)).length).toBe(2);
  expect(await checkChain()).toBe(2);
});

test.each(["audit_seals", "audit_keys"])("%s is never changed, emptied or cut", async (table) => {
  for (const sql of [
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `update ${table} set ${FIELD[table]} = ${FIELD[table]}`,
  ])
    await expect(admin.query(sql)).rejects.toThrow("never changed");
});
const FIELD: Record<string, string> = { audit_seals: "number", audit_keys: "key_id" };
