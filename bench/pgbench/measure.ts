/** The baseline of intake by pgbench: PostgreSQL's own load, in C, which leaves the cores to the database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { cpuMsOfEndedChildren } from "../cpu-time";
import { makeBody } from "../load/bodies";
import { makeHistogram } from "../load/histogram";
import type { Figures } from "../measure-window";
import { type Meters, spentBetween, takeReading } from "../meters";
import { outboxInsert } from "../outbox";
import { type PgbenchResult, parseLatenciesMs, parsePgbench } from "./parse";

export type PgbenchRun = { pgbench: string; databaseUrl: string; dir: string; connections: number; seconds: number };

/** Of each client: a time could be over before all have connected. */
const WARM_UP_TRANSACTIONS = 50;
/** Enough for percentiles; to log every transaction costs pgbench CPU. */
const LOGGED_SHARE = 0.1;

/** A key no other transaction has. The body is a constant: pgbench has no words to make one. */
const SCRIPT = [
  "\\set n random(1, 9000000000000000000)",
  `${outboxInsert("'row-' || :n::text", `'${makeBody({ prefix: "row", distinctCount: null, verdict: "cleared", reworded: false }, 0)}'`)};`,
].join("\n");

/** What pgbench uses is shown as the load's. The reading before it is of a moment without its connections. */
export async function measureByPgbench<Process extends string>(
  run: PgbenchRun,
  meters: Meters<Process | "load">,
): Promise<Omit<Figures<never, Process | "load">, "kind" | "connections">> {
  const dir = mkdtempSync(join(run.dir, "pgbench-"));
  const whole = { ...meters, cpuMs: () => ({ ...meters.cpuMs(), load: cpuMsOfEndedChildren() }) };
  try {
    writeFileSync(join(dir, "insert.sql"), SCRIPT);
    await runPgbench(run, dir, { log: "warm-up", until: { transactions: WARM_UP_TRANSACTIONS } });
    const before = takeReading(whole);
    const { perSecond, transactionCount, failedCount } = await runPgbench(run, dir, {
      log: "measured",
      until: { time: run.seconds },
    });
    const spent = await spentBetween(before, takeReading(whole), transactionCount);
    const errors = failedCount === 0 ? [] : [`${failedCount} transactions failed.`];
    const times = readTimes(dir);
    return { perSecond, ...times, rightCount: transactionCount, errorCount: failedCount, errors, ...spent };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

type Turn = { log: string; until: { transactions: number } | { time: number } };

async function runPgbench(run: PgbenchRun, dir: string, { log, until }: Turn): Promise<PgbenchResult> {
  const { pgbench, databaseUrl, connections } = run;
  const threads = Math.min(connections, availableParallelism());
  const options = { client: connections, jobs: threads, ...until, protocol: "prepared", file: "insert.sql" };
  const logging = ["--log", `--log-prefix=${log}`, `--sampling-rate=${LOGGED_SHARE}`];
  const args = ["--no-vacuum", ...Object.entries(options).map(([name, value]) => `--${name}=${value}`), ...logging];
  const child = spawn(pgbench, [...args, databaseUrl], { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  const [printed, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`pgbench ended with code ${code}:\n${complaint}`);
  return parsePgbench(printed);
}

function readTimes(dir: string): { p50Ms: number; p99Ms: number } {
  const histogram = makeHistogram();
  const logs = readdirSync(dir).filter((name) => name.startsWith("measured."));
  for (const ms of logs.flatMap((name) => parseLatenciesMs(readFileSync(join(dir, name), "utf8")))) histogram.add(ms);
  return { p50Ms: histogram.percentile(0.5), p99Ms: histogram.percentile(0.99) };
}
