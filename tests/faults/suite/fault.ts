// A fault of the matrix: how it is brought about, and the row of the table that it ends in.
import type { Verdict } from "./oracles";

export interface FaultRun {
  seed: number;
  /** The figures of the matrix instead of the small ones. */
  full: boolean;
  /** Over the size that the fault would choose. */
  size?: { actions?: number; kills?: number };
}

export interface FaultRow {
  id: string;
  actions: number;
  kills: number;
  verdict: Verdict;
  /** Figures that were not reached: how fast, how soon. `npm run faults` fails with them, a test beside others does not. */
  missed?: string[];
  /** Figures of its own: a time to recover, a share that was resolved. */
  remarks: string;
}

export interface Fault {
  id: string;
  title: string;
  /** Why it cannot be brought about on this machine; null: it can. */
  cannotRun?: () => string | null;
  run(run: FaultRun): Promise<FaultRow>;
}

export class BreachError extends Error {}

export function requireNoBreach(row: FaultRow, seed: number): void {
  const { doubled, lost, stuck, breaches } = row.verdict;
  const found = [
    ...doubled.map((what) => `doubled: ${what}`),
    ...lost.map((what) => `lost: ${what}`),
    ...stuck.map((what) => `stuck: ${what}`),
    ...breaches,
  ];
  if (found.length === 0) return;
  const shown = found.slice(0, 20).map((line) => `  ${line}`);
  throw new BreachError(
    `${row.id} is breached (${found.length}); replay with --only ${row.id} --seed ${seed}\n${shown.join("\n")}`,
  );
}
