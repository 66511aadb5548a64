/** A statement as text, piece by piece, to rows: CSV, one JSON object a line, or a JSON array of them. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json";
import { makeCsvReader } from "./csv-records";
import { type JsonReader, makeArrayReader, makeLinesReader } from "./json-records";
import { namesEffects, readColumns, STATEMENT_FIELDS, type StatementColumns } from "./statement-columns";
import { faultyRow, type ReadRow, readRow, type StatementCells, type Unit } from "./statement-row";

export type StatementFormat = "csv" | "ndjson" | "json";
export type StatementReader = {
  push(text: string): ReadRow[];
  end(): ReadRow[];
  /** Columns that mean nothing here. */
  ignored(): string[];
};
export type ReaderOptions = { format: StatementFormat; unit: Unit; isArgument: (pointer: string) => boolean };

/** It cannot be read at all: nobody knows which column is what. */
export class UnreadableStatementError extends Error {
  override name = "UnreadableStatementError";
}

const NEEDED =
  "A statement needs a column effectId (or id) or key; it may have amount, currency, at and arguments such as /paymentId.";

export function makeStatementReader({ format, unit, isArgument }: ReaderOptions): StatementReader {
  if (format === "csv") return makeTableReader(unit, isArgument);
  return makeObjectsReader(format === "json" ? makeArrayReader() : makeLinesReader(), unit, isArgument);
}

function makeTableReader(unit: Unit, isArgument: (pointer: string) => boolean): StatementReader {
  const csv = makeCsvReader();
  let columns: StatementColumns | null = null;
  let width = 0;

  function toRow(record: ReturnType<typeof csv.push>[number]): ReadRow[] {
    if ("fault" in record) {
      if (columns === null) throw new UnreadableStatementError(`${record.fault} ${NEEDED}`);
      return [{ row: faultyRow(record.line, record.fault), isDate: false }];
    }
    const { line, fields } = record;
    if (fields.every((field) => field.trim() === "")) return [];
    if (columns === null) {
      columns = requireColumns(fields, isArgument);
      width = fields.length;
      return [];
    }
    // A value that moved to another column must not be taken for something else.
    if (fields.length !== width) {
      const fault = `Expected ${width} fields as in the first line, found ${fields.length}.`;
      return [{ row: faultyRow(line, fault), isDate: false }];
    }
    return [
      readRow(
        toCells(line, columns, (index) => fields[index]),
        unit,
      ),
    ];
  }
  return {
    push: (text) => csv.push(text).flatMap(toRow),
    end() {
      const rows = csv.end().flatMap(toRow);
      if (columns === null) throw new UnreadableStatementError(`The statement is empty. ${NEEDED}`);
      return rows;
    },
    ignored: () => columns?.ignored ?? [],
  };
}

/** Objects of one statement have few sets of names. */
const SHAPES_MAX = 100;

function makeObjectsReader(json: JsonReader, unit: Unit, isArgument: (pointer: string) => boolean): StatementReader {
  const shapes = new Map<string, { names: string[]; columns: StatementColumns | string }>();
  const ignored = new Set<string>();

  function shapeOf(object: JsonObject) {
    const names = Object.keys(object);
    const id = JSON.stringify(names);
    const known = shapes.get(id);
    if (known !== undefined) return known;
    const read = readColumns(names, isArgument);
    const shape = { names, columns: read.ok ? read.columns : read.message };
    if (read.ok) for (const name of read.columns.ignored) if (ignored.size < SHAPES_MAX) ignored.add(name);
    if (shapes.size < SHAPES_MAX) shapes.set(id, shape);
    return shape;
  }

  function toRow(record: ReturnType<JsonReader["push"]>[number]): ReadRow {
    if ("fault" in record) return { row: faultyRow(record.line, record.fault), isDate: false };
    const { line, object } = record;
    const { names, columns } = shapeOf(object);
    if (typeof columns === "string") return { row: faultyRow(line, columns), isDate: false };
    return readRow(
      toCells(line, columns, (index) => scalar(object[names[index] ?? ""])),
      unit,
    );
  }
  return {
    push: (text) => json.push(text).map(toRow),
    end: () => json.end().map(toRow),
    ignored: () => [...ignored],
  };
}

function scalar(value: JsonValue | undefined): JsonValue | undefined {
  // Not a text, so whoever reads it says what was expected.
  return Array.isArray(value) || (value !== undefined && isJsonObject(value)) ? {} : value;
}

function requireColumns(names: string[], isArgument: (pointer: string) => boolean): StatementColumns {
  const read = readColumns(names, isArgument);
  if (!read.ok) throw new UnreadableStatementError(read.message);
  if (!namesEffects(read.columns)) throw new UnreadableStatementError(NEEDED);
  return read.columns;
}

type ValueAt = (index: number) => JsonValue | undefined;

function toCells(line: number, { fields, targets }: StatementColumns, valueAt: ValueAt): StatementCells {
  const cells: StatementCells["cells"] = {};
  for (const field of STATEMENT_FIELDS) {
    const index = fields[field];
    if (index !== undefined) cells[field] = valueAt(index) ?? null;
  }
  if (targets.length === 0) return { line, cells, target: null };
  const target = targets.map(({ pointer, index }): [string, JsonValue] => [pointer, valueAt(index) ?? null]);
  return { line, cells, target: Object.fromEntries(target) };
}
