/** The load runs, and what everybody who took part has used is read at both ends of the measured window. */
import type pg from "pg";
import type { Child } from "./child";
import type { Job, Measured } from "./load/job";
import { runJob } from "./load-job";

export type Figures<Kind extends string = string, Process extends string = string> = Omit<
  Measured,
  "requestCount" | "elapsedMs"
> & {
  kind: Kind;
  connections: number;
  perSecond: number;
  /** Transactions that PostgreSQL committed for a request, reads included: below 1 where requests share them. */
  transactions: number | null;
  /** Microseconds of CPU a request, in each process; null where it took no part or cannot be read. */
  cpuUs: Record<Process, number | null>;
};

export type Meters<Process extends string> = {
  /** Milliseconds of CPU that each has used so far. */
  cpuMs: () => Record<Process, number | null>;
  /** Commits so far; null where the database takes no part. */
  transactions: (() => Promise<number | null>) | null;
};

type Reading<Process extends string> = {
  cpu: Record<Process, number | null>;
  transactions: Promise<number | null> | null;
};

export async function measureWindow<Process extends string>(
  load: Child,
  job: Job,
  meters: Meters<Process>,
  onMeasured: () => void = () => undefined,
): Promise<Omit<Figures<never, Process>, "kind" | "connections">> {
  const readings: Reading<Process>[] = [];
  const read = () =>
    void readings.push({
      cpu: meters.cpuMs(),
      transactions: meters.transactions === null ? null : meters.transactions(),
    });
  const { requestCount, elapsedMs, ...rest } = await runJob(load, job, {
    onMeasuring: read,
    onMeasured() {
      read();
      onMeasured();
    },
  });
  const [before, after] = readings;
  const share = (from: number | null | undefined, to: number | null | undefined) =>
    from == null || to == null || requestCount === 0 ? null : (to - from) / requestCount;
  const cpuUs = Object.entries(after?.cpu ?? {}).map(([name, ms]) => {
    const used = share(before?.cpu[name as Process], ms as number | null);
    return [name, used === null ? null : used * 1_000];
  });
  return {
    ...rest,
    perSecond: (requestCount / elapsedMs) * 1_000,
    transactions: share(await before?.transactions, await after?.transactions),
    cpuUs: Object.fromEntries(cpuUs) as Record<Process, number | null>,
  };
}

/** Sessions report with a delay of up to a second; it is the same at both ends of the window. */
export async function countTransactions(sql: pg.Client): Promise<number | null> {
  const { rows } = await sql.query<{ count: string }>(
    "select xact_commit as count from pg_stat_database where datname = current_database()",
  );
  return rows[0] === undefined ? null : Number(rows[0].count);
}
