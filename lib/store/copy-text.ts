/**
 * Rows in the text that `copy … from stdin` takes. Postgres starts no plan for it and takes no arrays apart, and rows that
 * come to lie on one page are logged together.
 */
import { toBinary } from "./digests";
import type { Columns } from "./row-arrays";

/** Columns that are null in every row are left out. */
export function toCopyText(columns: Columns, rows: readonly object[]): { names: string[]; text: string } {
  const records = rows as Record<string, unknown>[];
  const filled = Object.entries(columns).filter(([property]) =>
    records.some((row) => (row[property] ?? null) !== null),
  );
  const toField = makeFields();
  let text = "";
  for (const row of records) {
    let separator = "";
    for (const [property, [, type]] of filled) {
      text += separator + toField(type, row[property] ?? null);
      separator = "\t";
    }
    text += "\n";
  }
  return { names: filled.map(([, [column]]) => column), text };
}

export function copySql(table: string, names: string[]): string {
  return `copy ${table} (${names.join(", ")}) from stdin`;
}

const NULL = "\\N";

function makeFields(): (type: string, value: unknown) => string {
  let last: Date | null = null;
  let lastText = "";
  return (type, value) => {
    if (value === null) return NULL;
    if (type === "json") return escaped(JSON.stringify(value));
    if (typeof value === "string") return escaped(type === "digest" ? toBinary(value) : value);
    if (!(value instanceof Date)) return String(value);
    // Most rows of a flush are of one instant, and writing it costs more than all else here.
    if (value.getTime() !== last?.getTime()) lastText = value.toISOString();
    last = value;
    return lastText;
  };
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const SPECIAL = /[\\\t\n\r]/;

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => ESCAPES[one] as string) : text;
}
