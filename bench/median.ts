/** Several rounds of the same cell become one row: this machine's noise is larger than most changes. */
import type { Figures } from "./measure-window";
import type { Spent } from "./meters";

export function medianFigures<F extends Figures>(rounds: F[]): F {
  const whole = medianSpent(rounds);
  return {
    ...whole,
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    rightCount: rounds.reduce((sum, { rightCount }) => sum + rightCount, 0),
    errorCount: rounds.reduce((sum, { errorCount }) => sum + errorCount, 0),
    errors: rounds.flatMap(({ errors }) => errors),
  };
}

/** The rate and what was spent; the rest is as in the first round. */
export function medianSpent<F extends Spent & { perSecond: number }>(rounds: F[]): F {
  const [first] = rounds;
  if (first === undefined) throw new Error("There is nothing to take a median of.");
  const maybe = (pick: (figures: F) => number | null | undefined) =>
    pick(first) == null ? null : median(rounds.map((figures) => pick(figures) ?? 0));
  const cpuUs = Object.keys(first.cpuUs).map((name) => [name, maybe((figures) => figures.cpuUs[name])]);
  return {
    ...first,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    transactions: maybe(({ transactions }) => transactions),
    walBytes: maybe(({ walBytes }) => walBytes),
    diskBytes: maybe(({ diskBytes }) => diskBytes),
    idleShare: maybe(({ idleShare }) => idleShare),
    cpuUs: Object.fromEntries(cpuUs),
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
