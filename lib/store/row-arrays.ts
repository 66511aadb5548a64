/**
 * Rows as one array a column, for `rows from (unnest(…), …)`: what Postgres takes in fastest. Columns that are null in
 * every row are left out: most of a new intent's are.
 */
import { toBinary } from "./digests";

/** Property name → column and type. */
export type Columns = Record<string, readonly [column: string, type: string]>;

/** `shape` says which columns are there: the same shape is the same statement. */
export type RowArrays = { shape: string; columns: FilledColumn[]; arrays: string[] };

type FilledColumn = { column: string; type: string; hasNulls: boolean };

export function toArrays(columns: Columns, rows: readonly object[]): RowArrays {
  const filled: FilledColumn[] = [];
  const arrays: string[] = [];
  let shape = "";
  for (const [property, [column, type]] of Object.entries(columns)) {
    const values = (rows as Record<string, unknown>[]).map((row) => row[property] ?? null);
    if (values.every(isNull)) continue;
    const hasNulls = values.includes(null);
    filled.push({ column, type, hasNulls });
    // One call writes them all, and nothing in it needs escaping.
    arrays.push(
      type === "json" ? JSON.stringify(values) : toArrayLiteral(type === "digest" ? values.map(binary) : values),
    );
    shape += hasNulls ? `${column}? ` : `${column} `;
  }
  return { shape, columns: filled, arrays };
}

function binary(hex: unknown): unknown {
  return typeof hex === "string" ? toBinary(hex) : hex;
}

function isNull(value: unknown): boolean {
  return value === null;
}

function toArrayLiteral(values: unknown[]): string {
  let literal = "{";
  let last: Date | null = null;
  let lastText = "";
  for (const value of values) {
    if (literal !== "{") literal += ",";
    if (typeof value === "string") literal += quote(value);
    else if (value instanceof Date) {
      // Most rows of a flush are of one instant, and writing it costs more than all else here.
      if (value.getTime() !== last?.getTime()) lastText = `"${value.toISOString()}"`;
      last = value;
      literal += lastText;
    } else literal += value === null ? "NULL" : String(value);
  }
  return `${literal}}`;
}

function quote(text: string): string {
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`;
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Parameters are numbered from `first` on. */
export function insertArraysSql(table: string, arrays: RowArrays, first: number): string {
  const names = arrays.columns.map(({ column }) => column);
  return `insert into ${table} (${names.join(", ")}) select ${arrays.columns.map(valueSql).join(", ")}
    from ${rowsSql(arrays, first)}`;
}

/** `rows from (…) as r(id, …)`: the rows as a table. */
export function rowsSql({ columns }: RowArrays, first: number): string {
  const sources = columns.map(({ type }, index) =>
    type === "json"
      ? `json_array_elements($${first + index}::json)`
      : `unnest($${first + index}::${type === "digest" ? "bytea" : type}[])`,
  );
  return `rows from (${sources.join(", ")}) as r(${columns.map(({ column }) => column).join(", ")})`;
}

/**
 * For a write that joins rows of a table with the rows it is given, whose ids are the parameter `ids`: said once more, no plan
 * reads all of the table, not even one that was made while it was empty.
 */
export const isNamed = (column: string, ids: number) => `${column} = any($${ids}::text[])`;

/** In a JSON document null is a value of its own. */
export function valueSql({ column, type, hasNulls }: FilledColumn): string {
  return type === "json" && hasNulls ? `nullif(r.${column}::text, 'null')::json` : `r.${column}`;
}
