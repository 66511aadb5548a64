import { expect, test } from "vitest";
import type { JsonObject } from "../json";
import { compileFields, normaliseArgs } from "../normalise/normalise-args";
import { materialDifferences } from "./differences";

const fields = compileFields({
  "/amount": { role: "material", as: "decimal" },
  "/note": { role: "incidental", as: "json" },
  "/items/*/sku": { role: "material", as: "code" },
  "/a~1b": { role: "material", as: "text" },
});
function differ(before: JsonObject, after: JsonObject) {
  const side = (args: JsonObject) => {
    const read = normaliseArgs(fields, args);
    if (!read.ok) throw new TypeError(JSON.stringify(read.errors));
    return { args, material: read.material };
  };
  return materialDifferences(side(before), side(after));
}

test("other spellings and incidental values are no difference", () => {
  expect(differ({ amount: 80, note: "a" }, { amount: "80.00", note: "b" })).toEqual([]);
});

test("old and new as written, and as compared", () => {
  expect(differ({ amount: "80.0" }, { amount: 100 })).toEqual([
    { pointer: "/amount", role: "material", old: "80.0", new: 100, oldNormalised: "80", newNormalised: "100" },
  ]);
});

test("absent is null on its side", () => {
  expect(differ({}, { amount: 1 })).toMatchObject([{ pointer: "/amount", old: null, oldNormalised: null, new: 1 }]);
  expect(differ({ amount: 1 }, {})).toMatchObject([{ pointer: "/amount", old: 1, new: null, newNormalised: null }]);
});

test("a list is told element by element, and by its length", () => {
  const [one, two] = [{ sku: "a" }, { sku: "b" }];
  expect(differ({ items: [one, two] }, { items: [two, two] })).toMatchObject([
    { pointer: "/items/0/sku", old: "a", new: "b" },
  ]);
  expect(differ({ items: [one] }, { items: [one, two] })).toMatchObject([
    { pointer: "/items", old: 1, new: 2 },
    { pointer: "/items/1/sku", old: null, new: "b" },
  ]);
});

test("names that need escaping are found", () => {
  expect(differ({ "a/b": "x" }, { "a/b": "y" })).toMatchObject([{ pointer: "/a~1b", old: "x", new: "y" }]);
});
