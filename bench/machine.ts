/** What the whole machine did, from /proc/stat; null where there is none. */
import { readFileSync } from "node:fs";

/** Jiffies since boot, summed over all cores. */
export type MachineTime = { idle: number; total: number };

export function readMachineTime(): MachineTime | null {
  try {
    return parseMachineTime(readFileSync("/proc/stat", "utf8"));
  } catch {
    return null; // this is not Linux
  }
}

/** The first line: user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user already. */
export function parseMachineTime(text: string): MachineTime | null {
  const fields = /^cpu +([\d ]+)/.exec(text)?.[1]?.trim().split(" ").slice(0, 8).map(Number);
  if (fields === undefined || fields.length < 5) return null;
  const [, , , idle = 0, waiting = 0] = fields;
  return { idle: idle + waiting, total: fields.reduce((sum, value) => sum + value, 0) };
}

export function idleShareBetween(before: MachineTime | null, after: MachineTime | null): number | null {
  if (before === null || after === null || after.total === before.total) return null;
  return (after.idle - before.idle) / (after.total - before.total);
}
