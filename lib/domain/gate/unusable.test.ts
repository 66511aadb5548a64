import { expect, test } from "vitest";
import type { JsonValue } from "../json";
import { findUnusable } from "./unusable";

const TEXT = "Expected text without NUL and without half characters (lone surrogates).";

test("what can be kept and carried on is usable, whatever its shape", () => {
  const value = { a: [null, true, 1.5, "ok", "😀", []], "b~/": { c: {} }, "": "" };
  expect(findUnusable(value)).toEqual([]);
});

test.each<[string, JsonValue, string]>([
  ["a half character", { a: ["ok", "\ud800"] }, "/a/1"],
  ["NUL", { a: { b: "x\u0000y" } }, "/a/b"],
  ["a half character in a name", { a: { "\udc00": 1 } }, "/a/\ufffd"],
  ["NUL in a name", [{ "x\u0000": 1 }], "/0/x\u0000"],
])("%s is found where it is", (_, value, pointer) => {
  expect(findUnusable(value)).toEqual([{ pointer, message: TEXT }]);
});

test("a member named __proto__ is found, and what is in it is not looked at", () => {
  const value = JSON.parse('{"a":[{"__proto__":"\\ud800"}],"b":"\\ud800"}') as JsonValue;
  expect(findUnusable(value)).toEqual([
    { pointer: "/a/0/__proto__", message: "A member cannot be named __proto__." },
    { pointer: "/b", message: TEXT },
  ]);
});
