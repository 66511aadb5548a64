import { expect, test } from "vitest";
import { layOut } from "./lay-out-json";

test("a line of JSON is laid out, and keeps every digit, every escape and the order of its members", () => {
  const text = '{"10":1,"2":9007199254740993,"a":{ },"b":[1.0,"x: {y}, \\"z\\" \\u0041"],"c":[ ]}';
  expect(layOut({ text, format: "json" })).toBe(
    [
      "{",
      '  "10": 1,',
      '  "2": 9007199254740993,',
      '  "a": {},',
      '  "b": [',
      "    1.0,",
      '    "x: {y}, \\"z\\" \\u0041"',
      "  ],",
      '  "c": []',
      "}",
      "",
    ].join("\n"),
  );
});

test("what is laid out reads as it did before", () => {
  const value = {
    args: { type: "object", required: ["a"] },
    policy: [{ when: 'x == "a, b"', then: "hold" }, {}],
    n: null,
  };
  expect(JSON.parse(layOut({ text: JSON.stringify(value), format: "json" }))).toEqual(value);
});

test.each([
  { text: '{\n "a": 1 }', format: "json" },
  { text: '{"a":', format: "json" },
  { text: "{a: 1}", format: "yaml" },
  { text: "tool: a\n", format: "yaml" },
] as const)("$text ($format) stays as somebody wrote it", (written) => {
  expect(layOut(written)).toBe(written.text);
});
