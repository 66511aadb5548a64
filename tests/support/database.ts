// A database of its own for every test file, cloned from a migrated template in a few milliseconds.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { loadTestRun } from "./test-run";

export interface TestDatabase {
  url: string;
  /** Fails when a connection was left open. */
  drop(): Promise<void>;
}

const CLOSING_MS = 3_000;
const POLL_MS = 50;

/** Call `drop` in `afterAll`; a database that is still there when the run ends fails the run. */
export async function createTestDatabase({ source }: { source?: string } = {}): Promise<TestDatabase> {
  const { serverUrl, template } = loadTestRun();
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${source ?? template}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, (client) => dropDatabase(client, name)) };
}

export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: "interlock test support" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const left = await connectionsLeft(client, name);
  await client.query(`drop database ${name} with (force)`);
  if (left.length > 0) throw new Error(`connections to the test database were left open: ${left.join("; ")}`);
}

/** A client that was just closed needs a moment to vanish on the server. */
async function connectionsLeft(client: pg.Client, name: string): Promise<string[]> {
  const deadlineAt = Date.now() + CLOSING_MS;
  for (;;) {
    const { rows } = await client.query<{ label: string }>(
      "select coalesce(nullif(application_name, ''), 'unnamed') || ': ' || left(query, 80) as label from pg_stat_activity where datname = $1",
      [name],
    );
    if (rows.length === 0 || Date.now() > deadlineAt) return rows.map((row) => row.label);
    await delay(POLL_MS);
  }
}
