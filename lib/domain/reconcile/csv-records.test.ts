import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvRecord, makeCsvReader } from "./csv-records";

function read(text: string, pieceLength = text.length || 1): CsvRecord[] {
  const reader = makeCsvReader();
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += pieceLength) records.push(...reader.push(text.slice(at, at + pieceLength)));
  return [...records, ...reader.end()];
}
const fieldsOf = (text: string, pieceLength?: number) =>
  read(text, pieceLength).map((record) => ("fields" in record ? record.fields : record.fault.slice(0, 14)));

describe("a table", () => {
  test.each([
    [
      "commas",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "semicolons, CRLF, a byte order mark, no end of the last line",
      "\ufeffa;b\r\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "tabs",
      "a\tb\n1,5\t2;\n",
      [
        ["a", "b"],
        ["1,5", "2;"],
      ],
    ],
    [
      "quotes, separators and lines inside of them",
      'a,b\n"1, ""x""","2\r\n3"\r\n',
      [
        ["a", "b"],
        ['1, "x"', "2\r\n3"],
      ],
    ],
    ["empty lines, which say nothing", "a\n\n\r\n1\n", [["a"], ["1"]]],
    [
      "empty lines before the first",
      "\n\r\na;b\n1;2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a separator inside a quoted name",
      '"a,b";c\n1;2\n',
      [
        ["a,b", "c"],
        ["1", "2"],
      ],
    ],
  ])("with %s", (_, text, expected) => {
    for (const pieceLength of [1, 2, 3, 7, 1_000]) expect(fieldsOf(text, pieceLength)).toEqual(expected);
  });
});

test("a record is named by the line on which it begins", () => {
  const lines = read('a\n"1\n2"\n\n3\n').map(({ line }) => line);
  expect(lines).toEqual([1, 2, 5]);
});

test("a quote without an end spoils its own line only, whatever comes behind it", () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `${index},x`).join("\n");
  for (const pieceLength of [11, 4_096, 1_000_000]) {
    const records = read(`a,b\n"1,2\n${many}\n`, pieceLength);
    expect(records[1]).toMatchObject({ line: 2, fault: expect.stringContaining("quoted") });
    expect(records).toHaveLength(3_002);
    expect(records.at(-1)).toEqual({ line: 3_002, fields: ["2999", "x"] });
  }
});

test("something behind a closing quote is no field", () => {
  expect(fieldsOf('a,b\n"1"x,2\n3,4\n')).toEqual([["a", "b"], "A quoted field", ["3", "4"]]);
});

test("a line without an end is refused once, without being kept", () => {
  const reader = makeCsvReader();
  const records = [...reader.push("a\n")];
  for (let piece = 0; piece < 100; piece += 1) records.push(...reader.push("x".repeat(10_000)));
  records.push(...reader.push("\n1\n"), ...reader.end());
  expect(records).toMatchObject([
    { fields: ["a"] },
    { line: 2, fault: expect.any(String) },
    { line: 3, fields: ["1"] },
  ]);
});

test("whatever is written as RFC 4180 says is read back, in pieces of any length", () => {
  const field = fc.string({ maxLength: 12 }).filter((text) => !text.includes("\u0000"));
  const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (table, pieceLength) => {
      const text = table.map((row) => row.map(quote).join(",")).join("\r\n");
      expect(fieldsOf(`${text}\r\n`, pieceLength)).toEqual(table);
    }),
  );
});
