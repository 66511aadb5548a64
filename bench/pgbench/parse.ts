/** What pgbench prints, and what it logs of single transactions. */
export type PgbenchResult = { perSecond: number; transactionCount: number; failedCount: number };

export function parsePgbench(text: string): PgbenchResult {
  const number = (pattern: RegExp) => {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const perSecond = number(/^tps = ([\d.]+) \((?:without initial connection time|excluding)/m);
  const transactionCount = number(/^number of transactions actually processed: (\d+)/m);
  if (perSecond === null || transactionCount === null) throw new Error(`pgbench did not say how fast it was:\n${text}`);
  // Before version 15 a transaction that fails ends its client, and the run with an error.
  return { perSecond, transactionCount, failedCount: number(/^number of failed transactions: (\d+)/m) ?? 0 };
}

/** Each line: client, transaction, microseconds it took, …; one that failed has a word there. */
export function parseLatenciesMs(log: string): number[] {
  return log.split("\n").flatMap((line) => {
    const us = line.split(" ")[2];
    return us !== undefined && /^\d+$/.test(us) ? [Number(us) / 1_000] : [];
  });
}
