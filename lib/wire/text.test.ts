import { expect, test } from "vitest";
import { SubmitBody } from "./intent";
import { SignInBody } from "./session";
import { findUnstorable } from "./text";

const body = (more: Record<string, unknown>) => ({ tool: "t", args: {}, ...more });
const pathsOf = (more: Record<string, unknown>) =>
  SubmitBody.safeParse(body(more)).error?.issues.map((issue) => issue.path.join("/"));

test.each([
  ["a NUL", { a: [{ b: "x\u0000" }] }, "metadata/a/0/b"],
  ["a lone surrogate", { a: { b: "\ud800" } }, "metadata/a/b"],
  ["a NUL in a name", { a: { "b\u0000": 1 } }, "metadata/a/b\u0000"],
  ["a member named __proto__", { a: JSON.parse('{"__proto__":{"x":1}}') }, "metadata/a/__proto__"],
])("metadata with %s is refused where it stands", (_name, metadata, path) => {
  expect(pathsOf({ metadata })).toEqual([path]);
});

test("metadata that can be stored is kept as it is", () => {
  const metadata = { a: [1, { b: "é😀" }], c: null };
  expect(SubmitBody.parse(body({ metadata })).metadata).toEqual(metadata);
  expect(pathsOf({ metadata: [] })).toEqual(["metadata"]);
});

test("a callback address with a NUL or half a character is refused, though URL would accept it", () => {
  expect(pathsOf({ callbackUrl: "https://a.example/\u0000" })).toEqual(["callbackUrl"]);
  expect(pathsOf({ callbackUrl: "https://a.example/\ud800" })).toEqual(["callbackUrl"]);
});

test("an e-mail address is storable text", () => {
  expect(SignInBody.safeParse({ email: "a\u0000@b.example", password: "p" }).success).toBe(false);
});

test("what is wrong in many places is not reported without end", () => {
  expect(findUnstorable(Array.from({ length: 1_000 }, () => "\u0000"))).toHaveLength(20);
});
