/**
 * Rows as one array a column, for `rows from (unnest(…), …)`: what Postgres takes in fastest. Columns that are null (or
 * an empty list, where that is the default) in every row are left out: most of a new intent's are.
 */
/** Property name → column and type; the third member says that an empty list is the column's default. */
export type Columns = Record<string, readonly [column: string, type: string, emptyByDefault?: true]>;

/** `shape` says which columns are there: the same shape is the same statement. */
export type RowArrays = { shape: string; columns: FilledColumn[]; arrays: string[] };

type FilledColumn = { column: string; type: string; hasNulls: boolean };

export function toArrays(columns: Columns, rows: readonly object[]): RowArrays {
  const filled: FilledColumn[] = [];
  const arrays: string[] = [];
  let shape = "";
  for (const [property, [column, type, emptyByDefault]] of Object.entries(columns)) {
    const values = (rows as Record<string, unknown>[]).map((row) => row[property] ?? null);
    if (values.every(emptyByDefault ? isEmpty : isNull)) continue;
    const hasNulls = values.includes(null);
    filled.push({ column, type, hasNulls });
    // One call writes them all, and nothing in it needs escaping.
    arrays.push(type === "json" ? JSON.stringify(values) : toArrayLiteral(values));
    shape += hasNulls ? `${column}? ` : `${column} `;
  }
  return { shape, columns: filled, arrays };
}

function isNull(value: unknown): boolean {
  return value === null;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function toArrayLiteral(values: unknown[]): string {
  return `{${values.map(toElement).join(",")}}`;
}

function toElement(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value instanceof Date) return `"${value.toISOString()}"`;
  return value === null ? "NULL" : String(value);
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
    type === "json" ? `json_array_elements($${first + index}::json)` : `unnest($${first + index}::${type}[])`,
  );
  return `rows from (${sources.join(", ")}) as r(${columns.map(({ column }) => column).join(", ")})`;
}

/** In a JSON document null is a value of its own. */
export function valueSql({ column, type, hasNulls }: FilledColumn): string {
  return type === "json" && hasNulls ? `nullif(r.${column}::text, 'null')::json` : `r.${column}`;
}
