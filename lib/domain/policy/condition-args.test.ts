import { expect, test } from "vitest";
import type { JsonObject } from "../json";
import { compileFields, normaliseArgs } from "../normalise/normalise-args";
import { conditionArgs } from "./condition-args";

function viewOf(fields: Record<string, unknown>, args: JsonObject) {
  const result = normaliseArgs(compileFields(fields), args);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return conditionArgs(args, result.fields);
}

const material = (rule: object) => ({ role: "material", ...rule });

test("an integer is an int, a decimal and an amount a double, in lists and elements too", () => {
  const fields = {
    "/count": material({ as: "integer" }),
    "/rate": material({ as: "decimal" }),
    "/amount": material({ as: "money", code: "USD" }),
    "/cents": material({ as: "money", code: "USD", unit: "minor" }),
    "/sizes": material({ as: "set", of: "integer" }),
    "/fees": material({ as: "bag", of: { as: "money", code: "JPY" } }),
    "/grid": material({ as: "list", of: { as: "list", of: "decimal" } }),
    "/tags": material({ as: "set", of: "text" }),
    "/items/*/qty": material({ as: "integer" }),
  };
  const args = {
    count: "007",
    rate: "0.50",
    amount: "$1,250.50",
    cents: 1250,
    sizes: ["10", 9, "09"],
    fees: ["¥300", 20],
    grid: [["0.5"], [1]],
    tags: ["B", "a "],
    items: [{ qty: "2", note: "n" }],
    other: { n: 1 },
  };
  expect(viewOf(fields, args)).toEqual({
    count: 7n,
    rate: 0.5,
    amount: 1250.5,
    cents: 12.5,
    sizes: [10n, 9n],
    fees: [20, 300],
    grid: [[0.5], [1]],
    tags: ["a", "b"],
    items: [{ qty: 2n, note: "n" }],
    other: { n: 1 },
  });
});

test("null stays null, and what was sent is left alone", () => {
  const args = { count: null, sizes: [1, null] };
  const fields = { "/count": material({ as: "integer" }), "/sizes": material({ as: "list", of: "integer" }) };
  expect(viewOf(fields, args)).toEqual({ count: null, sizes: [1n, null] });
  expect(args).toEqual({ count: null, sizes: [1, null] });
});

test("a value that is written as its meaning is shown as its meaning: -0 is 0", () => {
  const view = viewOf({ "/amount": material({ as: "money", code: "USD" }) }, { amount: -0 });
  expect(Object.is(view["amount"], 0)).toBe(true);
});
