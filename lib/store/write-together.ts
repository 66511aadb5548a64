/**
 * Several writes as one statement: what a statement costs beside its rows is paid once. Rows that are only added are
 * copied behind it, where the transaction can.
 *
 * W1  No write may rely on another that is written together with it, but for what one with a name returns: Postgres
 *     promises no order among them.
 * W2  A write that must change a given number of rows and does not fails the whole transaction.
 */
import { copySql, toCopyText } from "./copy-text";
import type { Writer } from "./raw-transaction";
import { type Columns, insertArraysSql, toArrays } from "./row-arrays";

export type Write = Composed | Addition;

type Composed = {
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

type Addition = { into: string; columns: Columns; rows: readonly object[] };

/** Null: there is nothing to write. `more`: what is to be done on a conflict. */
export function insertion(table: string, columns: Columns, rows: readonly object[], more = ""): Write | null {
  if (rows.length === 0) return null;
  const addition = { into: table, columns, rows };
  return more === "" ? addition : inserted(addition, more);
}

function inserted({ into, columns, rows }: Addition, more = ""): Composed {
  const arrays = toArrays(columns, rows);
  const sql = (first: number) => insertArraysSql(into, arrays, first) + more;
  return { shape: `${into}${more}: ${arrays.shape}`, values: arrays.arrays, sql };
}

export async function writeTogether(tx: Writer, wanted: (Write | null)[]): Promise<void> {
  const { copyRows } = tx;
  const composed: Composed[] = [];
  const additions: Addition[] = [];
  for (const write of wanted) {
    if (write === null) continue;
    if (!("into" in write)) composed.push(write);
    else if (copyRows === undefined) composed.push(inserted(write));
    else additions.push(write);
  }
  const sent: Promise<unknown>[] = [];
  if (composed.length > 0) {
    const counts = composed.flatMap(({ returns }) => returns ?? []);
    sent.push(tx.$executeRawUnsafe(statementFor(composed), ...composed.flatMap(({ values }) => values), ...counts));
  }
  for (const { into, columns, rows } of additions) {
    const { names, text } = toCopyText(columns, rows);
    if (copyRows !== undefined) sent.push(copyRows(copySql(into, names), text));
  }
  await Promise.all(sent);
}

/** Batches differ in which columns they fill; the usual mixtures are few, and each is a prepared statement. */
const STATEMENTS_MAX = 400;
const statements = new Map<string, string>();

function statementFor(writes: Composed[]): string {
  const shape = writes.map((write) => write.shape).join("\n");
  const known = statements.get(shape);
  if (known !== undefined) return known;
  const statement = compose(writes);
  if (statements.size < STATEMENTS_MAX) statements.set(shape, statement);
  return statement;
}

function compose(writes: Composed[]): string {
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
