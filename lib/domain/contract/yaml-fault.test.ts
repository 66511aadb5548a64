import { expect, test } from "vitest";
import { LineCounter, parseDocument } from "yaml";
import { tellYamlFaults } from "./yaml-fault";

function faultsOf(text: string): string[] {
  const lineCounter = new LineCounter();
  const { errors } = parseDocument(text, { prettyErrors: false, lineCounter });
  return tellYamlFaults(errors, (offset) => lineCounter.linePos(offset));
}

test.each([
  ["a line that is indented too far", "tool: a\n  key: 1", /^The value .* indented too far.* At line 1, column 7\.$/],
  ["a colon without a space", "tool:a\nkey: 1", /^Expected a name, a colon, a space .* At line 1, column 1\.$/],
  ["a name without a value", "tool: a\nkey", /^Expected a colon and a value .* At line 2, column 1\.$/],
  ["an open list", "a: 1\nb: [", /^The list .* expected \]\. At line 2, column 5\.$/],
  ["an open map", "a: 1\nb: {", /^What began with \{ .* expected \}\. At line 2, column 5\.$/],
  ["an open text", 'a: "b', /^The text in quotes is not closed: expected "\. At line 1, column 6\.$/],
  ["a name twice", "a: 1\na: 2", /^This name is written twice.* At line 2, column 1\.$/],
  ["a tab", "a: 1\n\tb: 2", /^Tabs are not allowed as indentation\. At line 2, column 1\.$/],
])("%s is told in a sentence with its place", (_name, text, words) => {
  expect(faultsOf(text)[0]).toMatch(words);
});

test("a place is told once, and a text that is no YAML at all does not fill the screen", () => {
  expect(faultsOf("tool: refund_payment\n  key: [").map((words) => words.replace(/^.* At /, ""))).toEqual([
    "line 1, column 7.",
    "line 2, column 9.",
  ]);
  expect(faultsOf("a: @\n".repeat(50)).length).toBe(10);
});
