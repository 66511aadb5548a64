import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenArrayError, type JsonReader, makeArrayReader, makeLinesReader } from "./json-records";

function read(reader: JsonReader, text: string, pieceLength: number) {
  const records = [];
  for (let at = 0; at < text.length; at += pieceLength) records.push(...reader.push(text.slice(at, at + pieceLength)));
  return [...records, ...reader.end()];
}

const objects = fc.array(fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), {
  maxLength: 6,
});
const pieces = fc.integer({ min: 1, max: 50 });
const asParsed = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("a JSON array", () => {
  test("is read object by object, in pieces of any length, as JSON.parse reads it", () => {
    fc.assert(
      fc.property(objects, pieces, fc.constantFrom(0, 2), (array, pieceLength, indent) => {
        const records = read(makeArrayReader(), JSON.stringify(array, null, indent), pieceLength);
        expect(records).toEqual(array.map((object, index) => ({ line: index + 1, object: asParsed(object) })));
      }),
    );
  });

  test.each(["", "{}", '[{"a":1}', "[]]", "[{}}]", "[] x", '{"data":[]}', '[{"a":"]'])("%s is none", (text) => {
    expect(() => read(makeArrayReader(), text, 3)).toThrow(BrokenArrayError);
  });

  test.each(["", " \n", "\ufeff"])("%j says that it is empty, not that it has no end", (text) => {
    expect(() => read(makeArrayReader(), text, 3)).toThrow("The statement is empty.");
  });

  test("an element that is no object, or no JSON, spoils itself only", () => {
    const records = read(makeArrayReader(), '[{"a":1}, 5, {a:1}, , {"b":"],[{"}]', 4);
    expect(records).toMatchObject([
      { line: 1, object: { a: 1 } },
      { line: 2, fault: "Expected one JSON object." },
      { line: 3, fault: "It is not valid JSON." },
      { line: 4, fault: "It is not valid JSON." },
      { line: 5, object: { b: "],[{" } },
    ]);
  });

  test("an element without an end in sight is not kept", () => {
    const records = read(makeArrayReader(), `[{"a":"${"x".repeat(500_000)}"},{"b":1}]`, 9_000);
    expect(records).toMatchObject([
      { line: 1, fault: expect.stringContaining("longer") },
      { line: 2, object: { b: 1 } },
    ]);
  });

  test("a number with more digits than a double carries stays exact", () => {
    expect(read(makeArrayReader(), '[{"amount":12345678901234567.89}]', 5)).toEqual([
      { line: 1, object: { amount: "12345678901234567.89" } },
    ]);
  });
});

test("one object a line: bad lines spoil themselves only, empty ones say nothing", () => {
  const text = `\ufeff{"a":1}\r\n\n[1]\n{"b":\n${"x".repeat(200_000)}\n{"c":2}`;
  for (const pieceLength of [1_000, 70_000, 1_000_000]) {
    expect(read(makeLinesReader(), text, pieceLength)).toMatchObject([
      { line: 1, object: { a: 1 } },
      { line: 3, fault: "Expected one JSON object." },
      { line: 4, fault: "It is not valid JSON." },
      { line: 5, fault: expect.stringContaining("longer") },
      { line: 6, object: { c: 2 } },
    ]);
  }
});
