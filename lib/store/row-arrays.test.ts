import { expect, test } from "vitest";
import { type Columns, insertArraysSql, toArrays } from "./row-arrays";

const COLUMNS: Columns = {
  id: ["id", "text"],
  args: ["args", "json"],
  count: ["count", "integer"],
  note: ["note", "text"],
  at: ["at", "timestamptz(3)"],
};

test("columns that no row fills are left out, and those that some fill keep their nulls", () => {
  const { shape, arrays } = toArrays(COLUMNS, [
    { id: "a", args: {}, count: 1, note: null },
    { id: "b", args: null, count: 2 },
  ]);
  expect(shape).toBe("id args? count ");
  expect(arrays).toEqual(['{"a","b"}', "[{},null]", "{1,2}"]);
});

test("text that looks like syntax stays text", () => {
  const hostile = ['"', "\\", "NULL", "{,}", "", " a ", 'x"},{"y'];
  const { arrays } = toArrays(
    COLUMNS,
    hostile.map((id) => ({ id })),
  );
  expect(arrays).toEqual(['{"\\"","\\\\","NULL","{,}",""," a ","x\\"},{\\"y"}']);
});

test("one shape is one statement, numbered from where it is told", () => {
  const rows = [
    { id: "a", args: null, at: new Date(0) },
    { id: "b", args: 1 },
  ];
  const arrays = toArrays(COLUMNS, rows);
  expect(arrays.arrays[2]).toBe('{"1970-01-01T00:00:00.000Z",NULL}');
  expect(insertArraysSql("t", arrays, 3).replace(/\s+/g, " ")).toBe(
    "insert into t (id, args, at) select r.id, nullif(r.args::text, 'null')::json, r.at " +
      "from rows from (unnest($3::text[]), json_array_elements($4::json), unnest($5::timestamptz(3)[])) as r(id, args, at)",
  );
});
