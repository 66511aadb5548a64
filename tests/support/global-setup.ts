// Starts one Postgres for the run (or uses DATABASE_URL's server), migrates a template, and at the end looks for leaks.
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { onServer } from "./database";
import { findLeaks, RUN_VARIABLE } from "./leaks";
import { announceTestRun, findTestRun, type TestRun } from "./test-run";

/** Nobody needs these databases after a power cut; a killed process loses nothing all the same. */
const THROW_AWAY = { fsync: "off", full_page_writes: "off", max_connections: "200" };

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (findTestRun() !== null) return undefined; // another project of this very run has done it
  const id = randomBytes(4).toString("hex");
  const dir = mkdtempSync(join(tmpdir(), "interlock-test-"));
  const tempDir = join(dir, "tmp");
  const systemTempDir = process.env["TMPDIR"];
  chmodSync(dir, 0o711);
  mkdirSync(tempDir);
  process.env[RUN_VARIABLE] = id;
  process.env["TMPDIR"] = tempDir;
  const server = process.env["DATABASE_URL"]
    ? null
    : await startEmbeddedPostgres({ dataDir: join(dir, "postgres"), settings: THROW_AWAY });
  const serverUrl = server?.url("postgres") ?? process.env["DATABASE_URL"] ?? "";
  const run: TestRun = { id, dir, serverUrl, template: `interlock_test_${id}` };
  try {
    await createTemplate(run);
  } catch (error) {
    await end(run, server);
    throw error;
  }
  announceTestRun(run);
  return async () => {
    const leaks = await findLeaks(run, tempDir, server === null ? [] : [server.pid]);
    await end(run, server);
    if (systemTempDir === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = systemTempDir;
    if (leaks.length > 0) {
      process.exitCode = 1;
      throw new Error(`the tests left behind:\n${leaks.map((leak) => `  ${leak}`).join("\n")}`);
    }
  };
}

async function createTemplate({ serverUrl, template }: TestRun): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = `/${template}`;
  await migrate({ databaseUrl: url.href });
  await migrateQueue({ databaseUrl: url.href, redisUrl: null });
  // A stray connection to it would make every clone fail.
  await onServer(serverUrl, (client) => client.query(`alter database ${template} with allow_connections false`));
}

async function end({ dir, serverUrl, template }: TestRun, server: EmbeddedPostgres | null): Promise<void> {
  announceTestRun(null);
  if (server !== null) await server.stop("immediate");
  else await onServer(serverUrl, (client) => client.query(`drop database if exists ${template}`));
  rmSync(dir, { recursive: true, force: true });
}
