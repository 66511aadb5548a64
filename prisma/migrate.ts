// Applies prisma/migrations to a database. It talks to Postgres with `pg` alone: Prisma's own `migrate deploy` needs
// a native engine that it downloads, and a start must not depend on that. Both may be used on the same database:
//
// 1. `_prisma_migrations` has Prisma's columns, checksums and lock, so `prisma migrate status` agrees with us.
// 2. One migration is one transaction, its history row included: a failure leaves nothing but a row that says so.
// 3. Data that is too much for one transaction is moved behind the migrations, in batches (`moves`).
// 4. History is never rewritten: an applied migration that changed or vanished stops everything.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { findPooling, POOLED_STORE } from "@/lib/store/session-check";
import { connectOrCreate, withMigrationLock } from "./migration-connection";
import { MigrationError } from "./migration-error";
import { hasChecksum, type Migration, readMigrations } from "./migration-files";
import { type MoveBounds, moveStore, type Progress } from "./moves/move-store";

export interface MigrateInput {
  databaseUrl: string;
  directory?: string;
  /** How long to wait for a server that does not answer yet. */
  patienceMs?: number;
  onApplied?(name: string): void;
  move?: MoveBounds;
}

interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** With this one there is a table that says what is to be moved. */
const FIRST_TO_MOVE = "20261121010500_moves";
const DIRECTORY = "prisma/migrations";
const PATIENCE_MS = 10_000;

// Word for word what Prisma creates.
const CREATE_HISTORY = `create table if not exists _prisma_migrations (
  id                  varchar(36) primary key not null,
  checksum            varchar(64) not null,
  finished_at         timestamptz,
  migration_name      varchar(255) not null,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** Brings the database up to date, creating it if need be; safe to run from many processes at once. */
export async function migrate({
  databaseUrl,
  directory = DIRECTORY,
  patienceMs = PATIENCE_MS,
  onApplied,
  move,
}: MigrateInput): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  const client = await connectOrCreate(databaseUrl, patienceMs);
  try {
    // The lock that keeps two migrations apart is the session's.
    if ((await findPooling(databaseUrl)) === "transaction") throw new MigrationError(POOLED_STORE);
    return await withMigrationLock(client, async () => {
      const applied: string[] = [];
      for (const migration of await findPending(client, migrations)) {
        await apply(client, migration);
        applied.push(migration.name);
        onApplied?.(migration.name);
      }
      if (migrations.some(({ name }) => name === FIRST_TO_MOVE)) await moveStore(client, move);
      return { applied };
    });
  } finally {
    await client.end();
  }
}

async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(CREATE_HISTORY);
  const { rows } = await client.query<HistoryRow>(
    "select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null order by started_at",
  );
  for (const row of rows) requireAgreement(row, migrations);
  const done = new Set(rows.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !done.has(name));
}

function requireAgreement(row: HistoryRow, migrations: readonly Migration[]): void {
  const name = row.migration_name;
  const migration = migrations.find((candidate) => candidate.name === name);
  if (row.finished_at === null) {
    throw new MigrationError(
      `The migration ${name} failed under \`prisma migrate\`: repair the database, mark it with \`prisma migrate resolve\`, then try again.`,
    );
  }
  if (migration === undefined) {
    throw new MigrationError(
      `The database has the migration ${name}, which this version does not know: it is newer. Use the version that it was migrated with.`,
    );
  }
  if (!hasChecksum(migration, row.checksum)) {
    throw new MigrationError(
      `The migration ${name} was changed after it was applied: restore the file, and put the change into a new migration.`,
    );
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  try {
    await client.query("begin");
    await client.query(
      "insert into _prisma_migrations (id, checksum, migration_name, started_at) values ($1, $2, $3, clock_timestamp())",
      [id, checksum, name],
    );
    await client.query(sql);
    await client.query(
      "update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1 where id = $1",
      [id],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    // As `prisma migrate resolve --rolled-back` would leave it: on record, and free to be tried again.
    await client.query(
      "insert into _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at) values ($1, $2, $3, $4, now())",
      [id, checksum, name, String(error)],
    );
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${(error as Error).message}.`);
  }
}

const COMMAND = "npm run migrate";
const HELP = `${COMMAND}

Brings the database up to date, creating it if need be; safe to run from many processes at once.
DATABASE_URL names it; without that, the embedded one of a running \`npm start\`. REDIS_URL, where it is set, names the
queue, which is brought up to date as well.

A store from before the journal is moved into it, with web and worker stopped: killed at any point, the next run goes on.
What was moved is compared with what was recorded before that is removed (docs/store.md).`;

const SAID_EVERY_MS = 2_000;

/** A line when a step begins to take long, every two seconds after that, and when it is done. */
function makeProgressLines(say: (line: string) => void, now: () => number): (progress: Progress) => void {
  let saidAt = now();
  return ({ step, doneCount, total }) => {
    if (doneCount < total && now() - saidAt < SAID_EVERY_MS) return;
    saidAt = now();
    say(`${step}: ${doneCount} of ${total}`);
  };
}

/** `npm run migrate`: DATABASE_URL, else the embedded server if it is running. */
async function main(): Promise<void> {
  const { readArguments } = await import("@/scripts/command-line.mjs");
  readArguments(COMMAND, HELP, {});
  const { findLocalDatabaseUrl } = await import("@/scripts/launch/local-database");
  const { migrateQueue } = await import("@/lib/queue/migrate-queue");
  const databaseUrl = process.env["DATABASE_URL"] || (await findLocalDatabaseUrl());
  if (databaseUrl === null)
    throw new MigrationError("Set DATABASE_URL, or run `npm start` first: the embedded database is not running.");
  const { applied } = await migrate({
    databaseUrl,
    onApplied: (name) => console.log(`applied ${name}`),
    move: { onProgress: makeProgressLines(console.log, Date.now) },
  });
  await migrateQueue({ databaseUrl, redisUrl: process.env["REDIS_URL"] || null });
  if (applied.length === 0) console.log("The database is up to date.");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main().catch((error: unknown) => {
    console.error(error instanceof MigrationError ? error.message : error);
    process.exitCode = 1;
  });
}
