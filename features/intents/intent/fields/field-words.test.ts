import { describe, expect, test } from "vitest";
import { isEqualJson } from "./equal-json";
import { comparedValue, fieldPath, plainValue } from "./field-words";

test.each([
  ["/amount", "amount"],
  ["/lines/0/sku", "lines › 0 › sku"],
  ["#/lines", "lines (how many)"],
  ["/a~1b/c~0d", "a/b › c~d"],
  ["", "the args as a whole"],
])("%s is called %s", (pointer, name) => {
  expect(fieldPath(pointer)).toBe(name);
});

test.each([
  ["pay_1", "pay_1"],
  ["80", '"80"'],
  [80, "80"],
  ["", '""'],
  [" x", '" x"'],
  ["null", '"null"'],
  ["1. Do this.\n2. Do that.\n", "1. Do this.\n2. Do that.\n"],
  [null, "null"],
  [["a"], '["a"]'],
])("%j is shown as %s, so that a text is not taken for a number", (value, shown) => {
  expect(plainValue(value)).toBe(shown);
});

describe("what is compared", () => {
  test("is not repeated where it is what was written", () => {
    expect(comparedValue({ pointer: "/id", role: "identity", as: "id", raw: "p", normalised: "p" })).toBeNull();
    expect(comparedValue({ pointer: "#/l", role: "material", as: "json", raw: [1, 2], normalised: 2 })).toBeNull();
  });

  test("is not told where a number is only compared as its digits", () => {
    const field = { pointer: "/n", role: "material", as: "decimal" } as const;
    expect(comparedValue({ ...field, raw: 20, normalised: "20" })).toBeNull();
    expect(comparedValue({ ...field, raw: "020", normalised: "20" })).toBe('"20"');
  });

  test("says money as money, and exactly as it is compared", () => {
    const normalised = { minor: "8000", currency: "USD" };
    const field = { pointer: "/a", role: "material", as: "money", raw: "$80", normalised } as const;
    const amount = { value: "80", currency: "USD" };
    expect(comparedValue({ ...field, amount })).toBe("$80.00 (8000 minor units)");
    expect(comparedValue(field)).toBe("8000 minor units of USD");
  });
});

test("the order of members is no difference; that of elements is", () => {
  expect(isEqualJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(isEqualJson([1, 2], [2, 1])).toBe(false);
  expect(isEqualJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isEqualJson([], {})).toBe(false);
  expect(isEqualJson(1, "1")).toBe(false);
});
