/**
 * Several writes as one statement: what a statement costs beside its rows is paid once.
 *
 * W1  No write may rely on another of the same statement, but for what one with a name returns: Postgres promises no
 *     order among them.
 * W2  A write that must change a given number of rows and does not fails the whole transaction.
 */
import type { Writer } from "./raw-transaction";
import { type Columns, insertArraysSql, toArrays } from "./row-arrays";

export type Write = {
  /** By which other writes of the statement read what it returns; absent: none does. */
  name?: string;
  /** Equal shapes are the same statement. */
  shape: string;
  values: string[];
  /** Parameters are numbered from `first` on. */
  sql: (first: number) => string;
  /** How many rows it must return (W2). */
  returns?: number;
};

/** Null: there is nothing to write. */
export function insertion(table: string, columns: Columns, rows: readonly object[], more = ""): Write | null {
  if (rows.length === 0) return null;
  const arrays = toArrays(columns, rows);
  const sql = (first: number) => insertArraysSql(table, arrays, first) + more;
  return { shape: `${table}${more}: ${arrays.shape}`, values: arrays.arrays, sql };
}

export async function writeTogether(tx: Writer, wanted: (Write | null)[]): Promise<void> {
  const writes = wanted.filter((write) => write !== null);
  if (writes.length === 0) return;
  const counts = writes.flatMap(({ returns }) => returns ?? []);
  await tx.$executeRawUnsafe(statementFor(writes), ...writes.flatMap(({ values }) => values), ...counts);
}

/** Batches differ in which columns they fill; the usual mixtures are few, and each is a prepared statement. */
const STATEMENTS_MAX = 400;
const statements = new Map<string, string>();

function statementFor(writes: Write[]): string {
  const shape = writes.map((write) => write.shape).join("\n");
  const known = statements.get(shape);
  if (known !== undefined) return known;
  const statement = composed(writes);
  if (statements.size < STATEMENTS_MAX) statements.set(shape, statement);
  return statement;
}

function composed(writes: Write[]): string {
  let next = 1;
  const names = writes.map(({ name }, index) => name ?? `w${index}`);
  const parts = writes.map(({ sql, values }, index) => {
    const part = `${names[index]} as (${sql(next)})`;
    next += values.length;
    return part;
  });
  const checks = writes.flatMap(({ returns }, index) =>
    returns === undefined ? [] : `require_all((select count(*) from ${names[index]}), $${next++}::bigint)`,
  );
  return `with ${parts.join(",\n")}\nselect ${checks.length === 0 ? "1" : checks.join(", ")}`;
}
