import { expect, test } from "vitest";
import { placeErrors } from "./place-errors";

const TEXT = `# A comment
tool: refund_payment
fields:
  /amount: { role: material, as: money }
  /note:
    role: incidental
policy:
  - when: args.amount <= 0
    then: refuse
  - then: hold
    approvals: 0
`;

const lineOf = (pointer: string, text = TEXT, message = "Expected something.") =>
  placeErrors(text, [{ pointer, message }])[0]?.line;

test.each([
  ["/tool", 2],
  ["/fields/~1amount/as", 4],
  ["/fields/~1note/role", 6],
  ["/policy/0/when", 8],
  ["/policy/1/approvals", 11],
  ["/policy/1", 10],
])("%s is found", (pointer, line) => expect(lineOf(pointer)).toBe(line));

test.each([
  ["/fields/~1amount/currency", 4],
  ["/policy/7/then", 7],
  ["/execute/effectId", null],
  ["", null],
])("what is missing is told where it should be: %s", (pointer, line) => expect(lineOf(pointer)).toBe(line));

test("a place in the words comes first: of what cannot be read there is no pointer", () => {
  expect(lineOf("", "tool: [\n", "A list is not closed. At line 2, column 1.")).toBe(2);
});

test("JSON, aliases, and a text that is broken further on", () => {
  expect(lineOf("/b/0", '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}')).toBe(4);
  expect(lineOf("/b/x", "a: &a\n  x: 1\nb: *a\n")).toBe(2);
  expect(lineOf("/a", "a: 1\nb: [\n")).toBe(1);
});
