// A cluster directory: created once, whole or not at all, and addressed so that its account can enter it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Account, canReach } from "./postgres-account";
import type { PostgresBinaries } from "./postgres-binaries";
import { identifyProcess } from "./process-identity";

export const SUPERUSER = "interlock";

export interface NewCluster {
  clusterDir: string;
  account: Account | null;
  binaries: PostgresBinaries;
  password: string;
  logFd: number;
  /** False only for throw-away clusters of tests. */
  durable: boolean;
}

/** Runs initdb beside the final place and renames: a start that is killed half-way leaves no half cluster. */
export async function createCluster(cluster: NewCluster): Promise<void> {
  const { clusterDir, account, password } = cluster;
  if (existsSync(clusterDir)) return;
  removeAbandonedDrafts(clusterDir);
  const draft = `${draftPrefix(clusterDir)}${process.pid}-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account !== null) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    await initdb(cluster, draft, passwordFile);
    moveInto(draft, clusterDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** How the server's account names the directory that it was started in. */
export function dataDirArgument(dir: string, account: Account | null): string {
  if (canReach(account, dir)) return dir;
  // A parent is closed to that account. Its working directory was set while still root, and this path
  // leads there without passing the parents.
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new Error(
    `PostgreSQL may not run as root, and uid ${account?.uid} cannot enter ${dir}: start as a normal user, or set DATABASE_URL.`,
  );
}

/** Only what the server needs: it outlives us, and our secrets are none of its business. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  // The last one marks what a run of the tests must not leave behind.
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "INTERLOCK_TEST_RUN"];
  const present = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(present), LC_ALL: "C", TZ: "UTC" };
}

function initdb(cluster: NewCluster, draft: string, passwordFile: string): Promise<void> {
  const { account, binaries, logFd, durable } = cluster;
  const args = [
    `--pgdata=${dataDirArgument(draft, account)}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${join("..", basename(passwordFile))}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    // The same order of text on every platform, whatever locales are installed there.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, args, {
      ...account,
      cwd: draft,
      env: postgresEnvironment(),
      stdio: ["ignore", logFd, logFd],
      detached: true, // a terminal's Ctrl-C is for the supervisor to hear
    });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`initdb ended with code ${code}`))));
  });
}

function moveInto(draft: string, clusterDir: string): void {
  try {
    renameSync(draft, clusterDir);
  } catch (error) {
    if (!existsSync(clusterDir)) throw error; // otherwise another start was faster
  }
}

function draftPrefix(clusterDir: string): string {
  return `${clusterDir}.new-`;
}

function removeAbandonedDrafts(clusterDir: string): void {
  const prefix = basename(draftPrefix(clusterDir));
  for (const name of readdirSync(dirname(clusterDir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (identifyProcess(pid) !== null) continue; // another start, at work
    rmSync(join(dirname(clusterDir), name), { recursive: true, force: true });
  }
}
