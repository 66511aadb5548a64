/** What the processes, PostgreSQL and the machine have used, read at both ends of a measured window. */
import type pg from "pg";
import { idleShareBetween, type MachineTime, readMachineTime } from "./machine";

/** What one request cost. Null where it took no part or cannot be read. */
export type Spent<Process extends string = string> = {
  /** Transactions that PostgreSQL committed, reads included: below 1 where requests share them. */
  transactions: number | null;
  walBytes: number | null;
  /** How much the tables grew, with indexes, TOAST and free space. */
  diskBytes: number | null;
  /** Of the whole machine, so that of everything else that runs on it, too. */
  idleShare: number | null;
  /** Microseconds of CPU in each process. */
  cpuUs: Record<Process, number | null>;
};

export type Meters<Process extends string> = {
  /** Milliseconds of CPU that each has used so far. */
  cpuMs: () => Record<Process, number | null>;
  /** The database that takes part. */
  sql: pg.Client | null;
};

type DatabaseReading = { transactions: number; walBytes: number; diskBytes: number };
export type Reading<Process extends string> = {
  cpu: Record<Process, number | null>;
  machine: MachineTime | null;
  database: Promise<DatabaseReading | null>;
};

export function takeReading<Process extends string>({ cpuMs, sql }: Meters<Process>): Reading<Process> {
  const database = sql === null ? Promise.resolve(null) : readDatabase(sql);
  database.catch(() => undefined); // awaited at the end of the window
  return { cpu: cpuMs(), machine: readMachineTime(), database };
}

/** Sessions report commits with a delay of up to a second; it is the same at both ends of the window. */
const DATABASE = `
  select (select xact_commit from pg_stat_database where datname = current_database())::float8 as transactions,
    (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as "walBytes",
    (select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and n.nspname !~ '^(pg_|information_schema)')::float8 as "diskBytes"`;

async function readDatabase(sql: pg.Client): Promise<DatabaseReading | null> {
  return (await sql.query<DatabaseReading>(DATABASE)).rows[0] ?? null;
}

export async function spentBetween<Process extends string>(
  before: Reading<Process>,
  after: Reading<Process>,
  requestCount: number,
): Promise<Spent<Process>> {
  const [from, to] = await Promise.all([before.database, after.database]);
  const each = (start: number | null | undefined, end: number | null | undefined) =>
    start == null || end == null || requestCount === 0 ? null : (end - start) / requestCount;
  const cpuUs = Object.entries<number | null>(after.cpu).map(([name, ms]) => {
    const used = each(before.cpu[name as Process], ms);
    return [name, used === null ? null : used * 1_000];
  });
  return {
    transactions: each(from?.transactions, to?.transactions),
    walBytes: each(from?.walBytes, to?.walBytes),
    diskBytes: each(from?.diskBytes, to?.diskBytes),
    idleShare: idleShareBetween(before.machine, after.machine),
    cpuUs: Object.fromEntries(cpuUs) as Record<Process, number | null>,
  };
}
