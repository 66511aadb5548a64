// Postgres refuses to run as root. This file decides who it runs as, and what that account can reach.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** Null: as ourselves. Under root: the cluster's present owner, else the system's `postgres`, else nobody. */
export function choosePostgresAccount(clusterDir: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  return findSystemAccount("postgres") ?? NOBODY;
}

/** Asked by doing it, so that modes, groups and access lists of every parent count. */
export function canReach(account: Account | null, path: string): boolean {
  if (account === null) return true;
  return (
    spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { ...account, cwd: "/", stdio: "ignore" }).status === 0
  );
}

function findSystemAccount(name: string): Account | null {
  if (!existsSync("/etc/passwd")) return null;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}
