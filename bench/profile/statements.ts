/** Where PostgreSQL spends its time, statement by statement, with its own pg_stat_statements. */
import type pg from "pg";

/** It has to be loaded with the server, so a run that profiles counts all the time; that costs some percent. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
};

export type StatementShare = { text: string; calls: number; planMs: number; executeMs: number };
export type StatementReport = { what: string; connections: number; requestCount: number; statements: StatementShare[] };

const SHOWN_MAX = 20;
const TEXT_MAX = 110;

export async function countStatements(sql: pg.Client): Promise<void> {
  await sql.query("create extension if not exists pg_stat_statements");
  await sql.query("select pg_stat_statements_reset()");
}

export async function takeStatements(sql: pg.Client): Promise<StatementShare[]> {
  const { rows } = await sql.query<StatementShare>(
    `select query as text, calls::float8 as calls, total_plan_time as "planMs", total_exec_time as "executeMs"
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
      order by total_plan_time + total_exec_time desc limit $1`,
    [SHOWN_MAX],
  );
  return rows.map((row) => ({ ...row, text: shorten(row.text) }));
}

/** On one line, its beginning: enough to find it in lib/store. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1)}…`;
}

export function statementRows({ what, connections, requestCount, statements }: StatementReport): string[] {
  const each = (value: number, digits: number) => (value / requestCount).toFixed(digits);
  return [
    `\nStatements in PostgreSQL: ${what}, ${connections} at once, ${requestCount.toLocaleString("en-US")} requests`,
    "   calls   plan µs  execute µs   a request, wall time",
    ...statements.map(
      ({ text, calls, planMs, executeMs }) =>
        `${each(calls, 2).padStart(8)}${each(planMs * 1_000, 0).padStart(10)}${each(executeMs * 1_000, 0).padStart(12)}   ${text}`,
    ),
  ];
}
