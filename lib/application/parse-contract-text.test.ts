import { expect, test } from "vitest";
import { InvalidError } from "./errors";
import { parseContractText } from "./parse-contract-text";

function refusalOf(text: string, format: "yaml" | "json"): string {
  try {
    parseContractText(text, format);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    expect(error.code).toBe("invalid_contract");
    expect(error.errors.every(({ pointer }) => pointer === "")).toBe(true);
    return error.errors.map(({ message }) => message).join("\n");
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
  ["an infinite number", "a: { b: .inf }", /"b" is infinite/],
  ["not a number", "a: .nan", /not a number/],
  ["a NUL", "a: \u0000", /NUL/],
  ["a NUL as an escape", 'a: { b: "\\0" }', /\/a\/b: .*NUL/],
  ["half a character as an escape", 'a: "\\ud800"', /half/],
  ["a member named __proto__", "a: { __proto__: { b: 1 } }", /__proto__/],
  ["a hundred flow levels", `${"[".repeat(100)}${"]".repeat(100)}`, /deeper than 64/],
  ["sixty-five flow levels", `${"[".repeat(65)}${"]".repeat(65)}`, /deeper than 64/],
  ["a hundred thousand open brackets", "[".repeat(100_000), /deeper than 64/],
  ["a hundred thousand dashes", "- ".repeat(100_000), /deeper than 64/],
  ["a hundred block levels", block, /deeper than 64/],
  ["eighty thousand errors", "!a ".repeat(80_000), /tokens/],
  ["two documents", "a: 1\n---\nb: 2", /\w/],
])("YAML: %s is refused with words", (_name, text, words) => {
  expect(refusalOf(text, "yaml")).toMatch(words);
});

test.each([
  ["an infinite number", '{"a":1e999}', /"a" is infinite/],
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

test("aliases in moderation are fine", () => {
  expect(parseContractText("a: &a [1]\nb: *a", "yaml")).toEqual({ a: [1], b: [1] });
  expect(parseContractText(`${"[".repeat(64)}${"]".repeat(64)}`, "yaml")).toEqual(expect.any(Array));
});
