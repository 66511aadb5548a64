/** Several rounds of the same cell become one row: this machine's noise is larger than most changes. */
import type { Figures } from "./measure-window";

export function medianFigures<F extends Figures>(rounds: F[]): F {
  const [first] = rounds;
  if (first === undefined) throw new Error("There is nothing to take a median of.");
  const of = (pick: (figures: F) => number) => median(rounds.map(pick));
  const maybe = (pick: (figures: F) => number | null | undefined) =>
    pick(first) == null ? null : of((figures) => pick(figures) ?? 0);
  const cpuUs = Object.keys(first.cpuUs).map((name) => [name, maybe((figures) => figures.cpuUs[name])]);
  return {
    ...first,
    perSecond: of((figures) => figures.perSecond),
    p50Ms: of((figures) => figures.p50Ms),
    p99Ms: of((figures) => figures.p99Ms),
    rightCount: rounds.reduce((sum, figures) => sum + figures.rightCount, 0),
    errorCount: rounds.reduce((sum, figures) => sum + figures.errorCount, 0),
    errors: rounds.flatMap((figures) => figures.errors),
    transactions: maybe((figures) => figures.transactions),
    walBytes: maybe((figures) => figures.walBytes),
    diskBytes: maybe((figures) => figures.diskBytes),
    idleShare: maybe((figures) => figures.idleShare),
    cpuUs: Object.fromEntries(cpuUs),
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
