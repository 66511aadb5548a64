import { expect, test } from "vitest";
import type { PinnableField } from "./pinnable-fields";
import { testsFor, valueHint } from "./test-words";

const field = (as: string, more: Partial<PinnableField> = {}): PinnableField => ({
  pointer: "/x",
  role: "material",
  as,
  value: { kind: "text" },
  isOrdered: false,
  isSummable: false,
  currencyAt: null,
  currencyCode: null,
  description: null,
  ...more,
});
const offered = (one: PinnableField) => testsFor(one).map(({ value }) => value);

test("only what has an order can be bounded", () => {
  expect(offered(field("id"))).toEqual(["any", "eq", "in"]);
  expect(offered(field("money", { isOrdered: true }))).toContain("lte");
  expect(offered(field("boolean", { value: { kind: "boolean" } }))).toEqual(["any", "eq"]);
});

test("an amount says in which currency it is read, or that any will do", () => {
  expect(valueHint(field("money"), "lte", "USD")).toBe("In major units of USD.");
  expect(valueHint(field("money"), "lte", null)).toMatch(/any will do/);
});

test("several values are separated in a way that the value itself allows", () => {
  expect(valueHint(field("id"), "in", null)).toBe("Separate them with commas.");
  expect(valueHint(field("set", { value: { kind: "json" } }), "in", null)).toMatch(/One value a line/);
});
