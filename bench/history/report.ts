/** Text for the terminal. */
import type { Figures, Times } from "./measure";

/** What every filter is held to. */
export const AIM_P99_MS = 50;
const NAME_WIDTH = 44;
const WIDTH = 9;

export function figuresHead(): string {
  const columns = ["rows", "p50 ms", "p99 ms", "HTTP p50", "HTTP p99", "× base"];
  return "".padEnd(NAME_WIDTH) + columns.map((name) => name.padStart(WIDTH)).join("");
}

/** How many times the baseline's median the store takes. */
export function figuresRow({ name, rows, store, http }: Figures, baseline: Figures): string {
  const ratio = (store.p50Ms / baseline.store.p50Ms).toFixed(1);
  const columns = [String(rows), ...timesOf(store), ...timesOf(http), ratio];
  return name.padEnd(NAME_WIDTH) + columns.map((text) => text.padStart(WIDTH)).join("");
}

function timesOf(times: Times | null): string[] {
  return times === null ? ["–", "–"] : [times.p50Ms.toFixed(2), times.p99Ms.toFixed(2)];
}
