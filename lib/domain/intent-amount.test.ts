import { describe, expect, test } from "vitest";
import { intentAmount } from "./intent-amount";
import type { JsonObject } from "./json";
import { compileFields, normaliseArgs } from "./normalise/normalise-args";
import type { FieldRule } from "./normalise/rule";

const usd = (unit: "major" | "minor" = "major"): FieldRule => ({ role: "material", as: "money", code: "USD", unit });

function amountOf(fields: Record<string, FieldRule>, args: JsonObject) {
  const read = normaliseArgs(compileFields(fields), args);
  if (!read.ok) throw new TypeError(JSON.stringify(read.errors));
  return intentAmount(fields, read.fields);
}

describe("the amount of an intent is", () => {
  test.each([
    ["in major units", { "/amount": usd() }, { amount: "$1,250.50" }, { currency: "USD", amount: "1250.5" }],
    [
      "in major units of minor ones",
      { "/amount": usd("minor") },
      { amount: 8001 },
      { currency: "USD", amount: "80.01" },
    ],
    ["below zero where it was", { "/amount": usd() }, { amount: -3 }, { currency: "USD", amount: "-3" }],
    [
      "the first of the contract's order",
      { "/b": usd(), "/a": usd() },
      { a: 1, b: 2 },
      { currency: "USD", amount: "2" },
    ],
    ["the next where the first is absent", { "/b": usd(), "/a": usd() }, { a: 1 }, { currency: "USD", amount: "1" }],
    ["none without money", { "/a": { role: "material", as: "decimal" } as const }, { a: 1 }, null],
    ["none of a list's elements", { "/lines/*/price": usd() }, { lines: [{ price: 1 }] }, null],
    ["none that no sum of money has", { "/amount": usd() }, { amount: "9".repeat(60) }, null],
  ])("%s", (_name, fields, args, amount) => {
    expect(amountOf(fields, args)).toEqual(amount);
  });

  test("in the currency that its args name", () => {
    const fields: Record<string, FieldRule> = {
      "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
    };
    expect(amountOf(fields, { amount: 1000, currency: "jpy" })).toEqual({ currency: "JPY", amount: "1000" });
    expect(amountOf(fields, { amount: "1.234", currency: "KWD" })).toEqual({ currency: "KWD", amount: "1.234" });
  });
});
