// A store of the release before, moved into the journal: everything as before, wherever the move was stopped.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HALF_MOVED_STORE, requireSafeStore } from "@/lib/application/require-safe-store";
import { makeIdSource } from "@/lib/domain/id";
import { openDatabase } from "@/lib/store/database";
import { migrate } from "@/prisma/migrate";
import { MigrationError } from "@/prisma/migration-error";
import type { MoveBounds, Progress } from "@/prisma/moves/move-store";
import { processArgs } from "@/scripts/launch/bundle";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { makeTempDir } from "../support/temp-dir";
import { loadTestRun } from "../support/test-run";
import { FORMER_STORES, type FormerStore, fillFormerStore, makeFormerTemplate } from "./former-store";

let former: Awaited<ReturnType<typeof makeFormerTemplate>>;
let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  former = await makeFormerTemplate();
});
afterAll(() => former.drop());
beforeEach(async () => {
  database = await createTestDatabase({ source: former.name });
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.drop();
});

type Row = Record<string, unknown>;
const READ = ["submissions", "decisions", "attempts", "audit_events", "intents", "audit_seals"] as const;
type Read = Record<(typeof READ)[number] | "said", Row[]>;

/** The same questions before and after: what were tables are views. */
async function readAll(said: string): Promise<Read> {
  const read = async (sql: string) => (await admin.query<{ row: Row }>(sql)).rows.map(({ row }) => row);
  const all: Partial<Read> = { said: await read(said) };
  for (const table of READ) {
    const order = table === "audit_seals" ? "number" : "id";
    all[table] = await read(`select row_to_json(t) as row from ${table} t order by ${order}`);
  }
  return all as Read;
}
const readFormer = () => readAll("select row_to_json(t) as row from event_details t order by event_id");
const readMoved = () =>
  readAll(`select json_build_object('event_id', coalesce(sealed_as, id), 'salt', salt, 'detail', detail) as row
    from journal where salt is not null order by coalesce(sealed_as, id)`);

/** Digests of intents are binary since. */
const inHex = (value: unknown) => (typeof value === "string" && value.startsWith("\\x") ? value.slice(2) : value);

/** Of what was moved, the columns that there were. No decision was ever voided. */
function requireSame(before: Read, after: Read): void {
  for (const table of [...READ, "said"] as const) {
    const columns = Object.keys(before[table][0] ?? {}).filter((column) => column !== "voided_at");
    const pick = (row: Row) => Object.fromEntries(columns.map((column) => [column, inHex(row[column])]));
    expect(after[table].map(pick), table).toEqual(before[table].map(pick));
  }
}

const move = (bounds: MoveBounds = {}) => migrate({ databaseUrl: database.url, move: bounds });

async function formerTables(): Promise<string[]> {
  const { rows } = await admin.query(
    "select tablename as name from pg_tables where tablename like 'former%' order by 1",
  );
  return rows.map(({ name }) => name);
}

async function unfinished(): Promise<string[]> {
  const { rows } = await admin.query("select name from moves where finished_at is null order by place");
  return rows.map(({ name }) => name);
}

/** So that a store takes many batches. */
const FEW_ROWS = 20;

test.each(FORMER_STORES)("the store '%s' is moved whole: every row of it reads as before", async (store) => {
  await fillFormerStore(database.url, store);
  const before = await readFormer();
  const seen: Progress[] = [];
  await move({ onProgress: (progress) => seen.push(progress) });
  requireSame(before, await readMoved());
  expect(await formerTables()).toEqual([]);
  expect(await unfinished()).toEqual([]);
  const told = seen.find(({ step }) => step === "events");
  expect(told).toEqual({ step: "events", doneCount: before.audit_events.length, total: before.audit_events.length });
});

test.each(["everything", "late-words", "people"] as const)(
  "the store '%s', stopped after each batch and gone on with, is the same",
  async (store) => {
    await fillFormerStore(database.url, store);
    const before = await readFormer();
    let runs = 0;
    do {
      await move({ rowsMax: FEW_ROWS, batchesMax: 1 });
      runs += 1;
    } while ((await unfinished()).length > 0);
    expect(runs).toBeGreaterThan(before.audit_events.length / FEW_ROWS);
    requireSame(before, await readMoved());
    expect(await formerTables()).toEqual([]);
  },
);

test("a server that writes binary values in another way has no differences", async () => {
  await fillFormerStore(database.url, "states");
  await admin.query(`alter database ${admin.escapeIdentifier(admin.database ?? "")} set bytea_output = 'escape'`);
  await move();
  expect(await unfinished()).toEqual([]);
});

test("a second run does nothing", async () => {
  await fillFormerStore(database.url, "everything");
  await move();
  const after = await readMoved();
  const seen: Progress[] = [];
  expect(await migrate({ databaseUrl: database.url, move: { onProgress: (one) => seen.push(one) } })).toEqual({
    applied: [],
  });
  expect(seen).toEqual([]);
  expect(await readMoved()).toEqual(after);
});

test("an empty store has nothing to move: its former tables are gone with the migration", async () => {
  const seen: Progress[] = [];
  await move({ onProgress: (one) => seen.push(one) });
  expect(seen).toEqual([]);
  expect(await formerTables()).toEqual([]);
});

test("a batch that fails is undone, and says where it stopped; mended, the next run goes on", async () => {
  await fillFormerStore(database.url, "people");
  const before = await readFormer();
  await move({ rowsMax: FEW_ROWS, batchesMax: 1 });
  await admin.query("alter table journal add constraint no_more check (type <> 'intent.claim') not valid");
  await expect(move()).rejects.toThrow(
    /^Moving the store stopped at events \(.*no_more.*\): what is moved stays, run it again/,
  );
  expect(await unfinished()).toContain("events");
  await admin.query("alter table journal drop constraint no_more");
  await move();
  requireSame(before, await readMoved());
});

test("killed in mid-batch, nothing of the batch is there, and the next run goes on", async () => {
  await fillFormerStore(database.url, "states");
  const before = await readFormer();
  await move({ rowsMax: FEW_ROWS, batchesMax: 2 });
  const moved = async () => (await admin.query("select count(*)::int as n from journal")).rows[0].n;
  expect(await moved()).toBe(2 * FEW_ROWS);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    // Rows go in, and the batch waits when it tells how far it is.
    await holder.query("begin; select from moves where name = 'events' for update");
    const child = spawn(process.execPath, ["--import", "tsx", "prisma/migrate.ts"], {
      env: { ...process.env, DATABASE_URL: database.url, REDIS_URL: "" },
      stdio: "ignore",
    });
    const waits = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%update moves%'`;
    await expect.poll(async () => (await admin.query(waits)).rows[0].n).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
  } finally {
    await holder.query("rollback");
    await holder.end();
  }
  expect(await moved()).toBe(2 * FEW_ROWS);
  await move();
  requireSame(before, await readMoved());
});

test.each(["server/main.ts", "workers/main.ts"])(
  "%s does not start on a store that is half moved, and says why",
  async (entry) => {
    await fillFormerStore(database.url, "erased");
    await move({ batchesMax: 1 });
    const home = makeTempDir("half-moved");
    const child = spawn(process.execPath, processArgs(loadTestRun().processes, entry), {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        INTERLOCK_KEY: "k".repeat(44),
        INTERLOCK_HOME: home.path,
        INTERLOCK_LOG_LEVEL: "silent",
        INTERLOCK_WEB_PROCESSES: "1",
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    home.remove();
    expect(said.trim()).toBe(HALF_MOVED_STORE);
    expect(code).toBe(78);
  },
);

test.each([
  ["operator", "create", "--email", "first@example.com", "--name", "First"],
  ["project", "--rebuild"],
  ["store", "restored", "--reason", "a planned failover"],
])(
  "npm run %s -- %s writes nothing into a store that is half moved, and the move ends as it would have",
  async (...args) => {
    const [script, ...rest] = args as [string, ...string[]];
    await fillFormerStore(database.url, "everything");
    await move({ rowsMax: FEW_ROWS, batchesMax: 1 });
    const child = spawn(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...rest], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect([said.trim(), code]).toEqual([HALF_MOVED_STORE, 1]);
    await move();
  },
);

test("web and worker take it when it is done", async () => {
  await fillFormerStore(database.url, "people");
  const db = openDatabase({ url: database.url, connectionsMax: 1, name: "half moved test" });
  const deps = { db, newId: makeIdSource(Date.now), process: "test", allowUnsafeStore: true, warn: () => undefined };
  try {
    await move({ rowsMax: FEW_ROWS, batchesMax: 3 });
    await expect(requireSafeStore(deps)).rejects.toThrow(HALF_MOVED_STORE);
    await move();
    await requireSafeStore(deps);
  } finally {
    await db.close();
  }
});

describe("a difference stops the move, is named, and nothing is removed", () => {
  /** What is changed behind the back of the move, once all is moved and nothing compared. */
  const CHANGES: [string, FormerStore, string, RegExp][] = [
    [
      "a submission",
      "everything",
      "update former_submissions set reason = 'another' where reason is not null",
      /submissions sub_\w+ \(reason\)/,
    ],
    [
      "args, by a blank",
      "states",
      "update former_submissions set args = (' ' || args::text)::json",
      /submissions sub_\w+ \(args/,
    ],
    [
      "a lost submission",
      "states",
      "delete from former_submissions where disposition = 'reopened'",
      /submissions sub_\w+ \(new\)/,
    ],
    [
      "a decision",
      "people",
      "update former_decisions set inputs = '{\"chosen\": 1}' where decided_by = 'policy'",
      /decisions dec_\w+ \(inputs\)/,
    ],
    [
      "an attempt",
      "late-words",
      "update former_attempts set lease_until = lease_until + interval '1 ms'",
      /attempts att_\w+ \(lease_until\)/,
    ],
    [
      "an intent",
      "states",
      "update intents set ended_reason = 'another' where ended_reason is not null",
      /intents as a whole \(digest\)/,
    ],
    [
      "an event",
      "everything",
      "update former_audit_events set data = (data::text || ' ')::json",
      /events evt_\w+ \(data\)/,
    ],
    [
      "a lost event",
      "everything",
      "delete from former_audit_events where type = 'audit.exported'",
      /events as a whole \(\d+ before, \d+ now\)/,
    ],
    ["what was said", "people", "update former_event_details set salt = 'another'", /events evt_\w+ \(salt\)/],
    [
      "a seal's rows",
      "everything",
      "update audit_seals set rows = array_reverse(rows) where cardinality(rows) > 1",
      /seals \d+ \(the event at position \d+\)/,
    ],
  ];

  test.each(CHANGES)("%s", async (_what, store, sql, named) => {
    await fillFormerStore(database.url, store);
    do await move({ batchesMax: 1 });
    while ((await unfinished())[0] !== "compare intents");
    await admin.query(`set session_replication_role = replica; ${sql}; set session_replication_role = origin`);
    for (const _turn of [1, 2]) {
      const error = await move().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MigrationError);
      expect((error as Error).message).toMatch(named);
    }
    expect(await formerTables()).toHaveLength(6);
  });
});
