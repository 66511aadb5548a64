// The server process of a cluster: found again after we were killed, told apart from strangers, stopped.
//
// A postmaster.pid is believed only if the process is proven to be ours: we recorded it when we started it,
// it works in our directory, or it accepts our password. Anything else that has that id is a stranger.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { readJsonFile, writePrivateFile } from "./home";
import { preparePostgresBinaries } from "./postgres-binaries";
import { SUPERUSER } from "./postgres-cluster";
import {
  commandName,
  hasGoneWithin,
  identifyProcess,
  isSameProcess,
  type ProcessIdentity,
  signalProcess,
} from "./process-identity";

export interface Postmaster extends ProcessIdentity {
  port: number;
}

export type StopMode = "fast" | "immediate";

const IMPOSSIBLE_PID = 2_147_483_646;
const CONNECT_MS = 2_000;
const POLL_MS = 50;
const STRANGER_PATIENCE_MS = 3_000;
const STOP_MS: Record<StopMode, number> = { fast: 20_000, immediate: 10_000 };
const SIGNALS: Record<StopMode, NodeJS.Signals> = { fast: "SIGINT", immediate: "SIGQUIT" };

export function databaseUrl(port: number, password: string, database: string): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** The cluster's running server, or null. */
export async function findPostmaster(
  clusterDir: string,
  recordPath: string,
  password: string,
): Promise<Postmaster | null> {
  const written = readPidFile(clusterDir);
  const identity = written === null ? null : identifyProcess(written.pid);
  // A dead server's file stays: PostgreSQL reads in it whether backends of that server still live, and replaces it.
  if (written === null || identity === null) return null;
  const postmaster = { ...identity, port: written.port };
  if (await isOurs(postmaster, clusterDir, recordPath, password)) return postmaster;
  disownPidFile(clusterDir);
  return null;
}

export function recordPostmaster(recordPath: string, postmaster: Postmaster): void {
  writePrivateFile(recordPath, `${JSON.stringify(postmaster)}\n`);
}

/** "ready", "not yet" (starting, recovering, not listening), or the reason why it will never be ours. */
export async function askReady(port: number, password: string): Promise<"ready" | "not_yet" | "refused"> {
  const client = new pg.Client({
    connectionString: databaseUrl(port, password, "postgres"),
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on("error", () => undefined); // a connection that dies while we ask is answered by `connect`
  try {
    await client.connect();
    await client.end();
    return "ready";
  } catch (error) {
    return (error as { code?: string }).code === "28P01" ? "refused" : "not_yet";
  }
}

export async function untilReady(postmaster: Postmaster, password: string, boundMs: number): Promise<boolean> {
  const deadlineAt = Date.now() + boundMs;
  while (isSameProcess(postmaster) && Date.now() < deadlineAt) {
    if ((await askReady(postmaster.port, password)) === "ready") return true;
    await delay(POLL_MS);
  }
  return false;
}

/** Ends the server: first as asked, then harder. Committed data is safe in every mode. */
export async function stopPostmaster(postmaster: Postmaster, mode: StopMode, clusterDir: string): Promise<void> {
  for (const step of mode === "fast" ? (["fast", "immediate"] as const) : (["immediate"] as const)) {
    if (process.platform === "win32") pgCtlStop(clusterDir, step);
    else signalProcess(postmaster, SIGNALS[step]);
    if (await hasGoneWithin(postmaster, STOP_MS[step])) return;
  }
  signalProcess(postmaster, "SIGKILL");
  if (!(await hasGoneWithin(postmaster, STOP_MS.immediate)))
    throw new Error(`PostgreSQL (pid ${postmaster.pid}) does not end`);
}

/** Windows knows no signals that a server could hear. */
function pgCtlStop(clusterDir: string, mode: StopMode): void {
  spawnSync(preparePostgresBinaries(null).pgCtl, ["stop", "-D", clusterDir, "-m", mode, "-w"], { stdio: "ignore" });
}

async function isOurs(found: Postmaster, clusterDir: string, recordPath: string, password: string): Promise<boolean> {
  const recorded = readJsonFile(recordPath) as Partial<Postmaster> | null;
  if (recorded?.pid === found.pid && recorded.started !== "" && recorded.started === found.started) return true;
  const command = commandName(found.pid);
  if (command !== null && command !== "postgres") return false;
  if (workingDirectory(found.pid) === realpathSync(clusterDir)) return true;
  const deadlineAt = Date.now() + STRANGER_PATIENCE_MS;
  while (Date.now() < deadlineAt) {
    const answer = await askReady(found.port, password);
    if (answer !== "not_yet") return answer === "ready";
    await delay(POLL_MS);
  }
  return false;
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // not Linux, or not allowed to look
  }
}

/** A stranger got the dead server's id: PostgreSQL would take it for alive. Name an id that nobody can have. */
function disownPidFile(clusterDir: string): void {
  const path = join(clusterDir, "postmaster.pid");
  const [, ...rest] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, [IMPOSSIBLE_PID, ...rest].join("\n"));
}

function readPidFile(clusterDir: string): { pid: number; port: number } | null {
  const path = join(clusterDir, "postmaster.pid");
  if (!existsSync(path)) return null;
  const [pid, , , port] = readFileSync(path, "utf8").split("\n");
  return { pid: Number(pid), port: Number(port) };
}
