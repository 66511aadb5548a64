/** CPU time that processes have used, from /proc; null where there is none. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux reports in hundredths of a second to programs, whatever the kernel's own tick is. */
const TICK_MS = 10;

export function cpuMsOf(pid: number): number | null {
  const stat = readStat(pid);
  return stat === null ? null : (stat.own + stat.waitedFor) * TICK_MS;
}

/** Of all the children that this process has started and that have ended. */
export function cpuMsOfEndedChildren(): number | null {
  const stat = readStat(process.pid);
  return stat === null ? null : stat.waitedFor * TICK_MS;
}

/** A server and its children, those included that have ended since. */
export function cpuMsOfTree(pid: number): number | null {
  const root = cpuMsOf(pid);
  if (root === null) return null;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.own ?? 0) * TICK_MS, root);
}

function readStat(pid: number): { parent: number; own: number; waitedFor: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may hold anything; what follows it is numbers.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index] ?? 0);
    return { parent: at(1), own: at(11) + at(12), waitedFor: at(13) + at(14) };
  } catch {
    return null; // it has ended, or this is not Linux
  }
}
