import { describe, expect, test } from "vitest";
import { csvLine } from "./csv-line";
import { makeCsvReader } from "./reconcile/csv-records";

test("a line ends with CRLF, nothing is an empty cell, and quotes stand only where they are needed", () => {
  expect(csvLine(["a", null, 12, "", "b c"])).toBe("a,,12,,b c\r\n");
  expect(csvLine(['say "hi"', "a,b", "two\nlines", "cr\rhere"])).toBe('"say ""hi""","a,b","two\nlines","cr\rhere"\r\n');
});

describe("a spreadsheet runs nothing that somebody else wrote:", () => {
  test.each(["=1+1", "+1+cmd", "-2+3", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x", "-", "=", "-1e3"])(
    "%j is text",
    (text) => {
      const cell = csvLine([text]).slice(0, -2).replace(/^"/, "");
      expect(cell.startsWith("'")).toBe(true);
    },
  );

  test.each(["-5", "-5.00", "-0.0000000001", "12", "12.50"])("%s is a number, and stays exactly that", (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  });

  test("what hides behind a quote or a comma stays in its cell", () => {
    expect(csvLine(['x",=1+1,"'])).toBe('"x"",=1+1,"""\r\n');
  });
});

test("what a reader of CSV makes of it is what was put in", () => {
  const cells = ["plain", 'quo"te', "com,ma", "li\nne", " space ", "ünï", "'apostrophe"];
  const reader = makeCsvReader();
  const records = [...reader.push(csvLine(cells)), ...reader.end()];
  expect(records).toEqual([{ line: 1, fields: cells }]);
});
