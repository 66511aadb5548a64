import { expect, test } from "vitest";
import { declaredDiffers, declaredPart } from "./declared-pointer";

const SCHEMA = {
  type: "object",
  properties: {
    amount: { type: "number" },
    "a/b": { type: "object", properties: { "c~d": true } },
    items: { type: "array", items: { $ref: "#/$defs/item" } },
    labels: { type: "object", additionalProperties: { type: "object", properties: { known: {} } } },
    either: { type: ["array", "object"] },
  },
  $defs: { item: { properties: { sku: { type: "string" } } } },
};

test.each([
  ["/amount", "/amount"],
  ["/a~1b/c~0d", "/a~1b/c~0d"],
  ["/items/12/sku", "/items/12/sku"],
  ["/items/12/ann@example.com", "/items/12"],
  ["/labels/ann@example.com/known", "/labels"],
  ["/labels/4915112345678", "/labels"],
  ["/either/4915112345678", "/either"],
  ["/ann@example.com", ""],
  ["/4915112345678", ""],
  ["/constructor", ""],
])("of %s the contract names %s", (pointer, declared) => {
  expect(declaredPart(SCHEMA, pointer)).toBe(declared);
});

test("what is not named is counted, and there is an end to what is named", () => {
  expect(declaredDiffers(SCHEMA, [])).toEqual({});
  expect(declaredDiffers(SCHEMA, ["/amount", "/items/0/sku"])).toEqual({ differs: ["/amount", "/items/0/sku"] });
  expect(declaredDiffers(SCHEMA, ["/amount", "/x", "/y"])).toEqual({ differs: ["/amount", ""], differsCount: 3 });
  const many = Array.from({ length: 1_000 }, (_none, index) => `/items/${index}`);
  expect(declaredDiffers(SCHEMA, many)).toEqual({ differs: many.slice(0, 100), differsCount: 1_000 });
  const madeUp = Array.from({ length: 600 }, (_none, index) => `/made/up/${index}`);
  expect(declaredDiffers(SCHEMA, [...madeUp, "/amount"])).toEqual({ differs: [""], differsCount: 601 });
});
