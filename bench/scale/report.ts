/** Text for the terminal. */
import { availableParallelism } from "node:os";
import { whole } from "../table";
import { type Figures, PROCESSES } from "./measure";

const WIDTH = 10;
const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(WIDTH)).join("");
const maybe = (value: number | null) => (value === null ? "–" : whole(value));

export function figuresHead(): string {
  return `\n${cells(["webs", "workers", "done / s", "p50 ms", "p99 ms", "idle %"])}   CPU µs:${cells(PROCESSES)}`;
}

export function figuresRow({ webs, workers, perSecond, p50Ms, p99Ms, idleShare, cpuUs }: Figures): string {
  const idle = idleShare === null ? "–" : (100 * idleShare).toFixed(0);
  const first = [String(webs), String(workers), whole(perSecond), p50Ms.toFixed(1), p99Ms.toFixed(1), idle];
  return `${cells(first)}          ${cells(PROCESSES.map((name) => maybe(cpuUs[name])))}`;
}

/** What a core carries follows from CPU µs, which cores that are shared do not change much. */
export function resultRows(figures: Figures[], postgresVersion: string): string[] {
  const carried = (name: (typeof PROCESSES)[number]) => {
    const known = figures.flatMap(({ cpuUs }) => cpuUs[name] ?? []).filter((us) => us > 0);
    return known.length === 0 ? "–" : `${whole(1e6 / Math.max(...known))}–${whole(1e6 / Math.min(...known))}`;
  };
  const cores = availableParallelism();
  return [
    "\nIntents a second that one core carries (1,000,000 ÷ CPU µs, of the dearest and the cheapest row)",
    ...PROCESSES.map((name) => `  ${name.padEnd(WIDTH)}${carried(name)}`),
    "",
    `PostgreSQL ${postgresVersion}, Node ${process.versions.node}; ${cores} cores, shared by all processes, the load and the downstream.`,
    "With as many cores as processes the rate would grow; where they are taken, only CPU µs can be read.",
    ...figures.flatMap(({ webs, workers, errors }) =>
      errors.map((error) => `${webs} webs, ${workers} workers: ${error}`),
    ),
  ];
}
