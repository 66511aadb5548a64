import { expect, test } from "vitest";
import { parseJsonPrefix } from "./json-prefix";

test.each<[string, unknown]>([
  ['{"id":"e1","x":"yyy', { id: "e1" }],
  ['{"id":"e1","x":{"y":[1,2', { id: "e1", x: { y: [1] } }],
  ['{"a":[{"id":"e1"},{"id":"e', { a: [{ id: "e1" }] }],
  ['{"a":"x,}]\\"y","b', { a: 'x,}]"y' }],
  ["[1,2,3", [1, 2]],
  // The number may have gone on.
  ['{"id":12', undefined],
  ['{"id":"e1"', undefined],
  ["<html>, oops", undefined],
  ['{"a":1]', undefined],
  ["", undefined],
])("of %s only what is whole is read", (text, expected) => {
  expect(parseJsonPrefix(text, 64)).toEqual(expected);
});

test("what lies deeper than the bound is not looked at", () => {
  expect(parseJsonPrefix('{"id":"e1","x":[[[[1', 3)).toEqual({ id: "e1" });
});
