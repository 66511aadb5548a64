// What a run left behind: processes, databases, files. Anything found here fails the run.
import { readdirSync, readFileSync } from "node:fs";
import { onServer } from "./database";
import type { TestRun } from "./test-run";

/** Caches that tools keep for every program on the machine, not for us. */
const TOOL_CACHES = /^(tsx-|node-compile-cache|playwright-|v8-compile-cache)/;
const OUR_OWN = /vitest[\\/]dist|vitest\.mjs/;

/** Carried by the environment of every process that a test starts, however deep. */
export const RUN_VARIABLE = "INTERLOCK_TEST_RUN";

/** Names everything, and ends the processes: they carry our mark, so they are nobody else's. */
export async function findLeaks(run: TestRun, tempDir: string, expectedPids: readonly number[]): Promise<string[]> {
  const processes = await findLastingProcesses(run.id, expectedPids);
  for (const { pid } of processes) process.kill(pid, "SIGKILL");
  const named = processes.map(({ pid, command }) => `process ${pid}: ${command}`);
  return [...named, ...(await findDatabases(run)), ...findFiles(tempDir)];
}

type Found = { pid: number; command: string };

const ENDING_MAX_MS = 10_000;
const LOOK_INTERVAL_MS = 100;

/** What ends with its parent may take a moment longer than it. */
async function findLastingProcesses(runId: string, expectedPids: readonly number[]): Promise<Found[]> {
  const giveUpAt = performance.now() + ENDING_MAX_MS;
  for (;;) {
    const found = findProcesses(runId, expectedPids);
    if (found.length === 0 || performance.now() > giveUpAt) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
  }
}

function findProcesses(runId: string, expectedPids: readonly number[]): Found[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && !expectedPids.includes(Number(name)))
    .flatMap((pid) => {
      const environment = readProc(pid, "environ").split("\0");
      const command = readProc(pid, "cmdline").replaceAll("\0", " ").trim();
      const isLeft = environment.includes(`${RUN_VARIABLE}=${runId}`) && command !== "" && !OUR_OWN.test(command);
      return isLeft ? [{ pid: Number(pid), command }] : [];
    });
}

async function findDatabases({ serverUrl, template }: TestRun): Promise<string[]> {
  const { rows } = await onServer(serverUrl, (client) =>
    client.query<{ datname: string }>("select datname from pg_database where starts_with(datname, $1)", [
      `${template}_`,
    ]),
  );
  return rows.map(({ datname }) => `database ${datname}`);
}

function findFiles(tempDir: string): string[] {
  return readdirSync(tempDir)
    .filter((name) => !TOOL_CACHES.test(name))
    .map((name) => `temporary file ${tempDir}/${name}`);
}

/** Empty when the process has gone meanwhile or belongs to somebody else. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
