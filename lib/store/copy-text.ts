/**
 * Rows in the text that `copy … from stdin` takes. Postgres starts no plan for it and takes no arrays apart, and rows that
 * come to lie on one page are logged together.
 */
import { toBinary } from "./digests";
import type { Columns } from "./row-arrays";

/** Columns that are null in every row are left out. */
export function toCopyText(columns: Columns, rows: readonly object[]): { names: string[]; text: string } {
  const records = rows as Record<string, unknown>[];
  const filled = Object.entries(columns).filter(([property]) => isFilled(records, property));
  const instants = makeInstants();
  let text = "";
  for (const record of records) {
    for (let index = 0; index < filled.length; index += 1) {
      const [property, [, type]] = filled[index] as (typeof filled)[number];
      if (index > 0) text += "\t";
      text += toField(type, record[property], instants);
    }
    text += "\n";
  }
  return { names: filled.map(([, [column]]) => column), text };
}

function isFilled(records: Record<string, unknown>[], property: string): boolean {
  for (const record of records) if (record[property] !== null && record[property] !== undefined) return true;
  return false;
}

export function copySql(table: string, names: string[]): string {
  return `copy ${table} (${names.join(", ")}) from stdin`;
}

const NULL = "\\N";

function toField(type: string, value: unknown, instants: (at: Date) => string): string {
  if (value === null || value === undefined) return NULL;
  if (type === "json") return escaped(JSON.stringify(value));
  if (typeof value === "string") return type === "digest" ? `\\${toBinary(value)}` : escaped(value);
  return value instanceof Date ? instants(value) : String(value);
}

/** Most rows of a flush are of one instant, and writing it costs more than all else here. */
function makeInstants(): (at: Date) => string {
  let lastMs: number | null = null;
  let lastText = "";
  return (at) => {
    const ms = at.getTime();
    if (ms !== lastMs) lastText = at.toISOString();
    lastMs = ms;
    return lastText;
  };
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const SPECIAL = /[\\\t\n\r]/;

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => ESCAPES[one] as string) : text;
}
