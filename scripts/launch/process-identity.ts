// Who a process is: its id and when it began. An id alone is not enough, because systems hand ids out again.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal for the same process and different for a later one with the same id. Empty: unknown here. */
  started: string;
}

const POLL_MS = 50;
const STARTED_FIELD = 19; // of /proc/<pid>/stat, counted after the command's closing bracket

/** The process with this id now, or null when there is none (a zombie counts as none). */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === "linux") return identifyFromProc(pid);
  if (process.platform === "win32") return signalReaches(pid) ? { pid, started: "" } : null;
  return identifyFromPs(pid);
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.started === identity.started;
}

/** Resolves to true as soon as the process has gone, to false when it is still there after the bound. */
export async function hasGoneWithin(identity: ProcessIdentity, boundMs: number): Promise<boolean> {
  const deadlineAt = Date.now() + boundMs;
  while (isSameProcess(identity)) {
    if (Date.now() >= deadlineAt) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Sends the signal, to its whole process group if asked, unless the process has already gone. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals, group = false): void {
  if (!isSameProcess(identity)) return;
  try {
    process.kill(group && process.platform !== "win32" ? -identity.pid : identity.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The command's short name (`postgres`, `node`), or null when it cannot be told. */
export function commandName(pid: number): string | null {
  if (process.platform === "win32") return null;
  if (process.platform === "linux") return readOrNull(`/proc/${pid}/comm`)?.trim() ?? null;
  const path = spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
  return path === "" ? null : path.slice(path.lastIndexOf("/") + 1);
}

function identifyFromProc(pid: number): ProcessIdentity | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  const boot = readOrNull("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  return { pid, started: `${boot}/${fields[STARTED_FIELD] ?? ""}` };
}

function identifyFromPs(pid: number): ProcessIdentity | null {
  const shown = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
  });
  const [state, ...started] = (shown.stdout ?? "").trim().split(/\s+/);
  if (state === undefined || state === "" || state.startsWith("Z")) return null;
  return { pid, started: started.join(" ") };
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
