// A real PostgreSQL server without anything installed: from npm's binaries, in a directory of ours.
//
//   <dataDir>/password       of the superuser, random, 0600
//   <dataDir>/server.json    the server that we started last (id, start, port): its port is used again
//   <dataDir>/cluster/       PostgreSQL's own directory
//
// 1. It listens on 127.0.0.1 only, with a password, and on no Unix socket (a deep directory exceeds their 107 bytes).
// 2. It belongs to no terminal and outlives us: a start after kill -9 adopts it instead of starting a second.
// 3. Committed means on disk, unless a test says otherwise.
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findLastingPort, portState } from "./free-port";
import { keepSecret, makePrivateDir, readJsonFile } from "./home";
import { type Account, choosePostgresAccount } from "./postgres-account";
import { type PostgresBinaries, preparePostgresBinaries } from "./postgres-binaries";
import { createCluster, dataDirArgument, postgresEnvironment } from "./postgres-cluster";
import {
  databaseUrl,
  findPostmaster,
  type Postmaster,
  recordPostmaster,
  type StopMode,
  stopPostmaster,
  untilReady,
} from "./postmaster";
import { identifyProcess, isSameProcess } from "./process-identity";

export interface EmbeddedPostgres {
  port: number;
  pid: number;
  adopted: boolean;
  url(database: string): string;
  isRunning(): boolean;
  stop(mode?: StopMode): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** A file that the server's log is appended to. */
  log?: string;
  /** Server settings over the defaults below. */
  settings?: Record<string, string>;
  /** More for its environment, which is otherwise almost empty. */
  env?: Record<string, string>;
  /** Where the binaries are; found by itself otherwise. */
  nativeDir?: string;
}

const START_TRIES_MAX = 6;
const READY_MS = 120_000; // recovery after a crash may have much to replay
const RETRY_MS = 250;
const LOG_TAIL_MAX = 2_000;

const DEFAULT_SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // Four web processes and a worker open up to 120.
  max_connections: "150",
  // A flush of intake holds a few advisory locks for each submission in it.
  max_locks_per_transaction: "256",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
};

interface Site {
  clusterDir: string;
  recordPath: string;
  logPath: string;
  password: string;
  account: Account | null;
  env: Record<string, string>;
}

/** Starts the server of this directory, or adopts the one that is already running there. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  makePrivateDir(options.dataDir);
  const site = openSite(options);
  const running = await adopt(site);
  if (running !== null) return running;
  const logSize = existsSync(site.logPath) ? statSync(site.logPath).size : 0;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  try {
    const binaries = preparePostgresBinaries(site.account, options.nativeDir);
    await withLog(site, (logFd) => createCluster({ ...site, binaries, logFd, durable: settings.fsync !== "off" }));
    return await startServer(site, binaries, settings);
  } catch (error) {
    const said = existsSync(site.logPath)
      ? readFileSync(site.logPath, "utf8").slice(logSize).slice(-LOG_TAIL_MAX).trim()
      : "";
    throw new Error(
      `The embedded PostgreSQL did not start: ${(error as Error).message}.${said === "" ? "" : `\n${said}`}`,
    );
  }
}

/** The server that is running on this directory, or null; starts nothing. */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres | null> {
  if (!existsSync(join(dataDir, "cluster"))) return null;
  return adopt(openSite({ dataDir }));
}

function openSite({ dataDir, log, env = {} }: EmbeddedPostgresOptions): Site {
  const clusterDir = join(dataDir, "cluster");
  const passwordPath = join(dataDir, "password");
  if (existsSync(clusterDir) && !existsSync(passwordPath)) {
    throw new Error(
      `The embedded PostgreSQL's password is gone from ${passwordPath}: put it back, or begin anew with npm run reset.`,
    );
  }
  return {
    clusterDir,
    recordPath: join(dataDir, "server.json"),
    logPath: log ?? join(dataDir, "postgres.log"),
    password: keepSecret(passwordPath),
    account: choosePostgresAccount(clusterDir),
    env,
  };
}

async function adopt(site: Site): Promise<EmbeddedPostgres | null> {
  const postmaster = await findPostmaster(site.clusterDir, site.recordPath, site.password);
  if (postmaster === null) return null;
  if (await untilReady(postmaster, site.password, READY_MS)) return present(site, postmaster, true);
  if (!isSameProcess(postmaster)) return null; // it was on its way out
  throw new Error(
    `PostgreSQL (pid ${postmaster.pid}) runs on ${site.clusterDir} but does not answer: stop it and start again.`,
  );
}

async function startServer(
  site: Site,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  for (let tries = 0; tries < START_TRIES_MAX; tries++) {
    const postmaster = await withLog(site, async (logFd) =>
      launch(site, binaries, { ...settings, port: String(await choosePort(site)) }, logFd),
    );
    recordPostmaster(site.recordPath, postmaster);
    if (await untilReady(postmaster, site.password, READY_MS)) return present(site, postmaster, false);
    // It ended: the port was snatched, another start was faster, or a killed server's last backends still linger.
    const faster = await adopt(site);
    if (faster !== null) return faster;
    await delay(RETRY_MS * 2 ** tries);
  }
  throw new Error(`it ended ${START_TRIES_MAX} times`);
}

function launch(
  site: Site,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  logFd: number,
): Promise<Postmaster> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", dataDirArgument(site.clusterDir, site.account), ...flags], {
    ...site.account,
    cwd: site.clusterDir,
    env: { ...postgresEnvironment(), ...site.env },
    stdio: ["ignore", logFd, logFd],
    detached: true,
  });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => {
      const pid = child.pid ?? 0;
      resolve({ ...(identifyProcess(pid) ?? { pid, started: "gone" }), port: Number(settings["port"]) });
    });
  });
}

/** The last port again, if it is still free: whoever was told it goes on using it. */
async function choosePort(site: Site): Promise<number> {
  const { port } = (readJsonFile(site.recordPath) ?? {}) as Partial<Postmaster>;
  if (port !== undefined && (await portState(port)) === "free") return port;
  return findLastingPort();
}

function present(site: Site, postmaster: Postmaster, adopted: boolean): EmbeddedPostgres {
  return {
    port: postmaster.port,
    pid: postmaster.pid,
    adopted,
    url: (database) => databaseUrl(postmaster.port, site.password, database),
    isRunning: () => isSameProcess(postmaster),
    stop: (mode = "fast") => stopPostmaster(postmaster, mode, site.clusterDir),
  };
}

async function withLog<T>(site: Site, use: (logFd: number) => Promise<T>): Promise<T> {
  const logFd = openSync(site.logPath, "a", 0o600);
  try {
    return await use(logFd);
  } finally {
    closeSync(logFd);
  }
}
