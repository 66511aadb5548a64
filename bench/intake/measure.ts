/** One cell: the load runs, and the CPU time of everybody who took part is read at both ends of the window. */
import { type Cell, jobFor, type Kind } from "./cells";
import { cpuMsOf, cpuMsOfTree } from "./cpu-time";
import { runJob } from "./load-job";
import type { Site } from "./site";

/** Microseconds of CPU a request, in each process; null where it cannot be read. */
export type CpuUs = { server: number | null; postgres: number | null; load: number | null };

export type Figures = {
  kind: Kind;
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  errorCount: number;
  errors: string[];
  /** Transactions that PostgreSQL committed for a request, reads included: below 1 where requests share them. */
  transactions: number | null;
  cpuUs: CpuUs;
};

export async function measure(
  site: Site,
  cell: Cell,
  seconds: number,
  onMeasured: () => void = () => undefined,
): Promise<Figures> {
  // What the cell before has left to write is not this cell's burden.
  await site.sql.query("checkpoint");
  const readings: Reading[] = [];
  const read = () => void readings.push(takeReading(site, cell.kind));
  const measured = await runJob(site.load, jobFor(site, cell, seconds), {
    onMeasuring: read,
    onMeasured() {
      read();
      onMeasured();
    },
  });
  const { requestCount, elapsedMs, ...rest } = measured;
  const [before, after] = readings;
  const perRequest = (from: number | null | undefined, to: number | null | undefined) =>
    from == null || to == null || requestCount === 0 ? null : (to - from) / requestCount;
  const cpuUs = (name: keyof Cpu) => {
    const ms = perRequest(before?.cpu[name], after?.cpu[name]);
    return ms === null ? null : ms * 1_000;
  };
  return {
    ...rest,
    kind: cell.kind,
    connections: cell.connections,
    perSecond: (requestCount / elapsedMs) * 1_000,
    transactions: perRequest(await before?.transactions, await after?.transactions),
    cpuUs: { server: cpuUs("server"), postgres: cpuUs("postgres"), load: cpuUs("load") },
  };
}

type Cpu = Record<keyof CpuUs, number | null>;
type Reading = { cpu: Cpu; transactions: Promise<number | null> };

function takeReading(site: Site, kind: Kind): Reading {
  return { cpu: readCpu(site, kind), transactions: kind === "http" ? Promise.resolve(null) : countTransactions(site) };
}

/** Sessions report with a delay of up to a second; it is the same at both ends of the window. */
async function countTransactions(site: Site): Promise<number | null> {
  const { rows } = await site.sql.query<{ count: string }>(
    "select xact_commit as count from pg_stat_database where datname = current_database()",
  );
  return rows[0] === undefined ? null : Number(rows[0].count);
}

function readCpu(site: Site, kind: Kind): Cpu {
  const server = kind === "insert" ? null : cpuMsOf((kind === "http" ? site.noWork : site.web).pid);
  const postgres = kind === "http" ? null : cpuMsOfTree(site.postgresPid);
  return { server, postgres, load: cpuMsOf(site.load.pid) };
}
