// The connection that migrations run on: patient with a server that is just starting, exclusive while it works.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { MigrationError } from "./migration-error";

/** Prisma's own number: its `migrate deploy` and we exclude each other. */
const LOCK_ID = 72_707_369;
const LOCK_MS = 120_000;
const CONNECT_MS = 5_000;
const RETRY_MS = 250;
const NOT_YET = new Set(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "57P03"]);
const NO_DATABASE = "3D000";
const EXISTS_ALREADY = new Set(["42P04", "23505"]); // the second: two creations at the same moment
const LOCK_NOT_AVAILABLE = "55P03";

/** Connects, waiting for the server for a while, and creates the database when the server does not have it. */
export async function connectOrCreate(databaseUrl: string, patienceMs: number): Promise<pg.Client> {
  const deadlineAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await connect(databaseUrl);
    } catch (error) {
      const code = codeOf(error);
      if (code === NO_DATABASE) await createDatabase(databaseUrl);
      else if (!NOT_YET.has(code) || Date.now() > deadlineAt) throw unreachable(databaseUrl, error);
      else await delay(RETRY_MS);
    }
  }
}

export async function withMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`set lock_timeout = ${LOCK_MS}`);
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_ID]);
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new MigrationError(
      `Another process has been migrating this database for ${LOCK_MS / 1000} s: wait for it or end it, then try again.`,
    );
  }
  await client.query("set lock_timeout = 0");
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK_ID]);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "interlock migrate",
  });
  client.on("error", () => undefined); // a lost connection is reported by the query that meets it
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const maintenance = new URL(databaseUrl);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = "/postgres";
  const client = await connect(maintenance.href).catch((error: unknown) => {
    throw unreachable(maintenance.href, error);
  });
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (EXISTS_ALREADY.has(codeOf(error))) return;
    throw new MigrationError(
      `The database "${name}" does not exist and could not be created: ${(error as Error).message}.`,
    );
  } finally {
    await client.end();
  }
}

function unreachable(databaseUrl: string, error: unknown): MigrationError {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const { message, code } = error as NodeJS.ErrnoException;
  const where = `${hostname}:${port === "" ? 5432 : port}${pathname}`;
  return new MigrationError(
    `The database at ${where} cannot be used (${message || code}): check DATABASE_URL and that the server runs.`,
  );
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // pg gives a connection time-out no code.
  return code ?? (/timeout/i.test(message) ? "ETIMEDOUT" : "");
}
