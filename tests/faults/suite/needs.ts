// What a fault needs of the machine. A fault that cannot run here is named together with the reason; it never counts as
// passed.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

export type Need = "root" | "redis-server" | "gcc" | "cgroup memory" | "loop devices" | `tool ${string}`;

/** Null: all of it is here. */
export function lacking(...needs: Need[]): string | null {
  const missing = needs.filter((need) => !has(need));
  return missing.length === 0 ? null : `needs ${missing.join(", ")}`;
}

function has(need: Need): boolean {
  switch (need) {
    case "root":
      return process.getuid?.() === 0;
    case "cgroup memory":
      return canWrite("/sys/fs/cgroup/memory/cgroup.procs");
    case "loop devices":
      return canWrite("/dev/loop-control") && hasTool("mkfs.ext4") && hasTool("mount");
    default:
      return hasTool(need.replace(/^tool /, ""));
  }
}

function hasTool(name: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'command -v "$1"', "sh", name], { stdio: "ignore" }).status === 0;
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false; // not there, or not ours
  }
}
