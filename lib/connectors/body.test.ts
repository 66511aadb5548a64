import { expect, test } from "vitest";
import { encodeForm, mapBody, putKey } from "./body";
import { UnsendableError } from "./refusals";
import type { TemplateValues } from "./template";

const values: TemplateValues = {
  args: { amount: 80, note: "a b", tags: ["x"], proto: { __proto__: null } },
  key: "k",
  intentId: "int_1",
  config: {},
  secrets: new Map(),
  secretsUsed: new Set(),
};

test("a mapping keeps types where a text is one expression, and has no other meaning", () => {
  const mapping = { n: "{args.amount}", text: "for {args.amount}", list: ["{args.tags}", 1, null], fixed: true };
  expect(mapBody(mapping, values)).toEqual({ n: 80, text: "for 80", list: [["x"], 1, null], fixed: true });
  expect(mapBody(undefined, values)).toBe(values.args);
});

test("L4: the key takes its place whatever stands there, and makes the way to it", () => {
  expect(putKey({ a: 1, id: "model" }, ["id"], "k")).toEqual({ a: 1, id: "k" });
  expect(putKey({ a: 1 }, ["meta", "key"], "k")).toEqual({ a: 1, meta: { key: "k" } });
  const odd = putKey({}, ["__proto__"], "k");
  expect(Object.keys(odd)).toEqual(["__proto__"]);
  for (const body of [[], "text", { meta: "text" }]) {
    expect(() => putKey(body, ["meta", "key"], "k")).toThrow(UnsendableError);
  }
});

test("a form names what is nested and leaves out what is not there", () => {
  const body = { amount: 80, ok: false, no: null, empty: [], who: { name: "a b&c" }, items: [{ sku: "x" }, "y"] };
  expect(encodeForm(body)).toBe("amount=80&ok=false&who%5Bname%5D=a+b%26c&items%5B0%5D%5Bsku%5D=x&items%5B1%5D=y");
  expect(() => encodeForm([1])).toThrow(UnsendableError);
});
