import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { onServer } from "@/tests/support/database";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { loadTestRun } from "@/tests/support/test-run";
import { migrate } from "./migrate";
import { MigrationError } from "./migration-error";

const { serverUrl, template } = loadTestRun();
const databaseName = `${template}_migrate_${process.pid}`;
const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${databaseName}` }).href;

let directory: TempDir;

beforeEach(() => {
  directory = makeTempDir("migrations");
  write("001_first", "create table first (id int primary key); create table second (id int);");
  write("002_second", "alter table first add column name text;");
});

afterEach(async () => {
  directory.remove();
  await onServer(serverUrl, (client) => client.query(`drop database if exists ${databaseName} with (force)`));
});

test("the database is created, every migration applied in order, and a second run does nothing", async () => {
  const seen: string[] = [];
  const first = await run((name) => seen.push(name));
  expect(first.applied).toEqual(["001_first", "002_second"]);
  expect(seen).toEqual(first.applied);
  expect((await run()).applied).toEqual([]);
});

test("eight runs at the same moment apply everything exactly once", async () => {
  const runs = await Promise.all(Array.from({ length: 8 }, () => run()));
  expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(["001_first", "002_second"]);
  expect(await history()).toHaveLength(2);
});

test("history is written as Prisma writes it", async () => {
  await run();
  const [row] = await history();
  expect(row).toMatchObject({ migration_name: "001_first", logs: null, rolled_back_at: null, applied_steps_count: 1 });
  expect(row?.["checksum"]).toBe("313aab419b0c3bb4e1ec3f32dd4af64492167f387e98927efbbaa8916edf6f43");
});

test("a failing migration leaves nothing but its record, and is tried again once it is mended", async () => {
  write("003_third", "create table third (id int); insert into nowhere values (1);");
  await expect(run()).rejects.toThrow(
    /^The migration 003_third failed and was rolled back: relation "nowhere" does not exist\.$/,
  );
  expect(await query("select to_regclass('third') as found")).toEqual([{ found: null }]);
  expect(await history()).toMatchObject([
    {},
    {},
    { migration_name: "003_third", finished_at: null, rolled_back_at: expect.any(Date) },
  ]);
  write("003_third", "create table third (id int);");
  expect((await run()).applied).toEqual(["003_third"]);
});

describe("history that disagrees is refused, and nothing is applied", () => {
  beforeEach(async () => {
    await run();
    write("003_third", "create table third (id int);");
  });

  test("a migration that was changed after it was applied", async () => {
    write("001_first", "create table first (id int primary key);");
    await expect(run()).rejects.toThrow(/001_first was changed after it was applied/);
    expect(await history()).toHaveLength(2);
  });

  test("a migration that is missing on disk", async () => {
    await query("update _prisma_migrations set migration_name = '000_lost' where migration_name = '001_first'");
    await expect(run()).rejects.toThrow(/000_lost, which this version does not know/);
    expect(await history()).toHaveLength(2);
  });

  test("a migration that failed under prisma migrate", async () => {
    await query("update _prisma_migrations set finished_at = null where migration_name = '002_second'");
    await expect(run()).rejects.toThrow(/002_second failed under `prisma migrate`/);
  });

  test("but a checkout with other line ends is the same migration", async () => {
    write("002_second", "alter table first\n  add column extra text;");
    await query("delete from _prisma_migrations where migration_name = '002_second'");
    await run();
    write("002_second", "alter table first\r\n  add column extra text;");
    expect((await run()).applied).toEqual([]);
  });
});

test("a server that is not there is one sentence with its address, without the password", async () => {
  const unreachable = migrate({
    databaseUrl: "postgresql://me:secret@127.0.0.1:1/interlock",
    directory: directory.path,
    patienceMs: 0,
  });
  const error = await unreachable.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect((error as Error).message).toMatch(
    /^The database at 127\.0\.0\.1:1\/interlock cannot be used \(.*ECONNREFUSED.*\): check DATABASE_URL/,
  );
  expect((error as Error).message).not.toContain("secret");
});

function run(onApplied?: (name: string) => void) {
  return migrate({ databaseUrl, directory: directory.path, onApplied });
}

function write(name: string, sql: string): void {
  mkdirSync(join(directory.path, name), { recursive: true });
  writeFileSync(join(directory.path, name, "migration.sql"), sql);
}

function history(): Promise<Record<string, unknown>[]> {
  return query("select * from _prisma_migrations order by started_at");
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
