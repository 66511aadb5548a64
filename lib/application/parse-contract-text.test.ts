import { expect, test } from "vitest";
import { InvalidError } from "./errors";
import { parseContractText } from "./parse-contract-text";

function refusalOf(text: string, format: "yaml" | "json"): string {
  try {
    parseContractText(text, format);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    expect(error.code).toBe("invalid_contract");
    return error.errors.map(({ pointer, message }) => `${pointer}: ${message}`).join("\n");
  }
  throw new Error("It was accepted.");
}

const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]", ..."bcdefghi"].map((name, index, all) =>
  index === 0 ? name : `${name}: &${name} [${`*${all[index - 1]?.charAt(0)},`.repeat(9)}]`,
);
const block = Array.from({ length: 100 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");

test.each([
  ["an alias bomb", bomb.join("\n"), /alias/i],
  ["many aliases of one large text", `a: &a ${"x".repeat(200_000)}\n${"b: [*a,*a,*a,*a,*a,*a]"}`, /1 MiB/],
  ["an alias without an anchor", "a: *nowhere", /nowhere/],
  ["a cycle", "a: &a [*a]", /contains itself/],
  ["an infinite number", "a: { b: .inf }", /^\/a\/b: .*infinite/],
  ["not a number", "a: .nan", /^\/a: .*not a number/],
  ["a number that would lose digits", "a: { b: 9007199254740993 }", /digits.* line 1, column 9/],
  ["a NUL", "a: \u0000", /NUL/],
  ["a NUL as an escape", 'a: { b: "\\0" }', /^\/a\/b: .*NUL/],
  ["half a character as an escape", 'a: "\\ud800"', /half/],
  ["a member named __proto__", "a: { __proto__: { b: 1 } }", /__proto__/],
  ["a hundred flow levels", `${"[".repeat(100)}${"]".repeat(100)}`, /deeper than 64/],
  ["sixty-five flow levels", `${"[".repeat(65)}${"]".repeat(65)}`, /deeper than 64/],
  ["a hundred thousand open brackets", "[".repeat(100_000), /deeper than 64/],
  ["a hundred thousand dashes", "- ".repeat(100_000), /deeper than 64/],
  ["a hundred block levels", block, /deeper than 64/],
  ["eighty thousand errors", "!a ".repeat(80_000), /tokens/],
  ["two documents", "a: 1\n---\nb: 2", /\w/],
  ["a member that is written twice", "a: 1\nb: 2\na: 3", /unique.* line 3, column 1/],
  ["a tag that asks for a date", "a: !!timestamp 2024-01-01", /tag.* line 1, column 4/],
  ["a tag that asks for a set", "a: !!set { x, y }", /tag/],
  ["a tag that nobody knows", "a: !secret x", /tag/],
])("YAML: %s is refused with words", (_name, text, words) => {
  expect(refusalOf(text, "yaml")).toMatch(words);
});

test.each([
  ["an infinite number", '{"a":1e999}', /^\/a: .*digits/],
  ["a number that would lose digits", '{"a":[1,9007199254740993]}', /^\/a\/1: .*digits/],
  [
    "a member that is written twice",
    '{"a":1,\n "b":{"c":1,"\\u0063":2}}',
    /"c" is written twice. At line 2, column 13/,
  ],
  ["a comma too many", '{"a":1,\n}', /expected a name in double quotes, found "}". At line 2, column 1/],
  ["a missing comma", '{"a":1\n "b":2}', /expected a comma or }, found "\\"". At line 2, column 2/],
  ["a missing colon", '{"a" 1}', /expected a colon, found "1". At line 1, column 6/],
  ["an open list", '["a"', /expected a comma or \], found the end of the text. At line 1, column 5/],
  ["a bare word", '{"a": yes}', /expected a value, found "y". At line 1, column 7/],
  ["a comment", "{\n// x\n}", /expected a name in double quotes, found "\/". At line 2, column 1/],
  ["a line break in a text", '{"a":"x\ny"}', /line 1, column 6/],
  ["something behind the end", '{"a":1} x', /expected the end of the text, found "x"/],
  ["nothing at all", "", /expected a value, found the end/],
  ["a NUL as an escape", '{"a":"\\u0000"}', /NUL/],
  ["half a character as an escape", '{"a":"\\ud800"}', /half/],
  ["a hundred levels", `${"[".repeat(100)}${"]".repeat(100)}`, /deeper than 64/],
  ["text that is not JSON", "{", /JSON/],
])("JSON: %s is refused with words", (_name, text, words) => {
  expect(refusalOf(text, "json")).toMatch(words);
});

test("a refusal of YAML says line and column", () => {
  expect(refusalOf("a: 1\nb: [", "yaml")).toMatch(/line 2, column \d+/);
});

test("a version in the text does not change what it means", () => {
  expect(parseContractText("%YAML 1.1\n---\na: yes\nb: 2024-01-01\nc: 0o17", "yaml")).toEqual({
    a: "yes",
    b: "2024-01-01",
    c: 15,
  });
});

test("YAML and JSON of the same content are the same value", () => {
  const json = '{ "a": [1, 2.50, "x"], "b": { "c": null, "d": true } }';
  const yaml = "b: { d: true, c: null }\na:\n  - 1\n  - 2.5\n  - x";
  expect(parseContractText(yaml, "yaml")).toEqual(parseContractText(json, "json"));
});

test("aliases in moderation are fine", () => {
  expect(parseContractText("a: &a [1]\nb: *a", "yaml")).toEqual({ a: [1], b: [1] });
  expect(parseContractText(`a: ${"[".repeat(63)}${"]".repeat(63)}`, "yaml")).toEqual({ a: expect.any(Array) });
});

test.each([
  ["", "nothing"],
  ["# only a comment", "nothing"],
  ["Interlock is a gate.", "a string"],
  ["42", "a number"],
  ["- tool: a", "a list"],
])("%j is no contract, and is told so", (text, found) => {
  expect(refusalOf(text, "yaml")).toMatch(new RegExp(`^: This is no contract: .*, found ${found}\\.$`));
});

test("a refusal of YAML is a sentence before it says where", () => {
  expect(refusalOf("tool: refund_payment\n  key: [", "yaml")).toMatch(/^: The value .*\. At line 1, column 7\.$/m);
});
