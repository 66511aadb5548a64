// Bundles the processes, starts one Postgres for the run (or uses DATABASE_URL's server), migrates a template, and at
// the end looks for leaks.
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { seedDemo } from "@/prisma/seed";
import { bundleProcesses, PRODUCT_PROCESSES } from "@/scripts/launch/bundle";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { onServer } from "./database";
import { findLeaks, RUN_VARIABLE } from "./leaks";
import { announceTestRun, findTestRun, type TestRun } from "./test-run";
import { WEB_CLUSTER } from "./web-cluster";
import { WEB_PROCESS } from "./web-process";

/** Nobody needs these databases after a power cut; a killed process loses nothing all the same. */
const THROW_AWAY = { fsync: "off", full_page_writes: "off", max_connections: "200" };

const PROCESSES = [...PRODUCT_PROCESSES, WEB_PROCESS, WEB_CLUSTER];

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (findTestRun() !== null) return undefined; // another project of this very run has done it
  const processes = await bundleProcesses(PROCESSES);
  const id = randomBytes(4).toString("hex");
  const dir = mkdtempSync(join(tmpdir(), "interlock-test-"));
  const tempDir = join(dir, "tmp");
  const systemTempDir = process.env["TMPDIR"];
  chmodSync(dir, 0o711);
  mkdirSync(tempDir);
  process.env[RUN_VARIABLE] = id;
  process.env["INTERLOCK_ALLOW_UNSAFE_STORE"] = "1"; // for processes that tests start on THROW_AWAY
  process.env["TMPDIR"] = tempDir;
  const server = process.env["DATABASE_URL"]
    ? null
    : await startEmbeddedPostgres({ dataDir: join(dir, "postgres"), settings: THROW_AWAY });
  const serverUrl = server?.url("postgres") ?? process.env["DATABASE_URL"] ?? "";
  const templates = { template: `interlock_test_${id}`, demoTemplate: `interlock_demo_${id}` };
  const stop = () => end({ dir, serverUrl, ...templates }, server);
  let run: TestRun;
  try {
    run = { id, dir, serverUrl, processes, ...(await createTemplates(serverUrl, templates)) };
  } catch (error) {
    await stop();
    throw error;
  }
  announceTestRun(run);
  project.onTestsRerun(async () => announceTestRun({ ...run, processes: await bundleProcesses(PROCESSES) }));
  return async () => {
    const leaks = await findLeaks(run, tempDir, server === null ? [] : [server.pid]);
    await stop();
    if (systemTempDir === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = systemTempDir;
    if (leaks.length > 0) {
      process.exitCode = 1;
      throw new Error(`the tests left behind:\n${leaks.map((leak) => `  ${leak}`).join("\n")}`);
    }
  };
}

/** The demo's name begins in another way than those of the clones, which nobody may leave behind. */
type Templates = { template: string; demoTemplate: string };

async function createTemplates(
  serverUrl: string,
  { template, demoTemplate }: Templates,
): Promise<Pick<TestRun, "template" | "demo">> {
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const bare = { databaseUrl: urlOf(template), redisUrl: null };
  await migrate(bare);
  await migrateQueue(bare);
  await onServer(serverUrl, (client) => client.query(`create database ${demoTemplate} template ${template}`));
  const seed = { databaseUrl: urlOf(demoTemplate), redisUrl: null, contractsDir: "contracts", existing: null };
  const credentials = await seedDemo(seed);
  for (const name of [template, demoTemplate]) {
    // A stray connection to it would make every clone fail.
    await onServer(serverUrl, (client) => client.query(`alter database ${name} with allow_connections false`));
  }
  return { template, demo: { template: demoTemplate, credentials } };
}

async function end(
  { dir, serverUrl, template, demoTemplate }: Pick<TestRun, "dir" | "serverUrl"> & Templates,
  server: EmbeddedPostgres | null,
): Promise<void> {
  announceTestRun(null);
  if (server !== null) await server.stop("immediate");
  else {
    for (const name of [template, demoTemplate])
      await onServer(serverUrl, (client) => client.query(`drop database if exists ${name}`));
  }
  rmSync(dir, { recursive: true, force: true });
}
