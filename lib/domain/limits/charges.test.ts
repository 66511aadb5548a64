import { describe, expect, test } from "vitest";
import type { LimitRule } from "../contract/definition";
import type { JsonObject } from "../json";
import { compileFields, normaliseArgs } from "../normalise/normalise-args";
import { FieldRule } from "../normalise/rule";
import { chargesOf, isOver, type LimitCharge } from "./charges";

const ANN = { id: "agt_ann", namespace: "shop" };
const BOB = { id: "agt_bob", namespace: "shop" };

const FIELDS = {
  "/customerId": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", currency: "/currency" },
  "/fee": { role: "material", as: "money", code: "KWD" },
  "/weight": { role: "material", as: "decimal" },
  "/count": { role: "incidental", as: "integer" },
  "/lines/*/price": { role: "material", as: "money", currency: "/lines/*/currency" },
  "/order/total": { role: "material", as: "decimal" },
  "/parts/*": { role: "material", as: "decimal" },
  "/parts/unit": { role: "material", as: "text" },
  "/address": { role: "identity" },
  "/address/city": { role: "identity", as: "text" },
  "/address/note": { role: "incidental" },
};

type Call = { limit?: Partial<LimitRule>; args?: JsonObject; asker?: typeof ANN; tool?: string; effect?: "read" };

function chargesFor({ limit = {}, args = {}, asker = ANN, tool = "pay", effect }: Call): LimitCharge[] {
  const fields = Object.fromEntries(Object.entries(FIELDS).map(([at, rule]) => [at, FieldRule.parse(rule)]));
  const normalised = normaliseArgs(compileFields(fields), args);
  if (!normalised.ok) throw new TypeError(JSON.stringify(normalised.errors));
  const whole: LimitRule = { per: "agent", max: 2_000, window: "24h", over: "hold", ...limit };
  return chargesOf(
    { tool, effect: effect ?? "write_non_idempotent", fields, limits: [whole] },
    normalised.fields,
    asker,
  );
}

function bucketOf(call: Call): string {
  const [charge] = chargesFor({ ...call, limit: { count: true, ...call.limit } });
  if (charge === undefined) throw new TypeError("No charge.");
  return charge.bucket;
}

describe("amounts are exact, in minor units", () => {
  test.each<[string, Partial<LimitRule>, JsonObject, string, string]>([
    ["dollars have cents", { sum: "/amount" }, { amount: "$80.10", currency: "usd" }, "8010", "200000"],
    ["yen have none", { sum: "/amount" }, { amount: 80, currency: "JPY" }, "80", "2000"],
    ["dinars have mils", { sum: "/fee", max: 0.005 }, { fee: 1.005 }, "1005", "5"],
    [
      "a maximum finer than the currency stays exact",
      { sum: "/amount", max: 0.5 },
      { amount: 1, currency: "JPY" },
      "1",
      "0.5",
    ],
    ["decimals stay decimals", { sum: "/weight", max: 0.3 }, { weight: 0.1 }, "0.1", "0.3"],
    [
      "integers beyond 2^53 are no problem",
      { sum: "/count" },
      { count: "9007199254740993" },
      "9007199254740993",
      "2000",
    ],
    ["a call is one call", { count: true, max: 3 }, {}, "1", "3"],
  ])("%s", (_title, limit, args, amount, max) => {
    expect(chargesFor({ limit, args })).toMatchObject([{ amount, max, window: "24h", over: "hold" }]);
  });
});

describe("nothing buys room", () => {
  test.each<[string, string, JsonObject, string[]]>([
    ["a negative amount counts as 0", "/amount", { amount: -50, currency: "USD" }, ["0"]],
    ["an absent amount counts as 0", "/weight", {}, ["0"]],
    ["an absent amount counts as 0 of its fixed currency", "/fee", {}, ["0"]],
    ["null is absent", "/weight", { weight: null }, ["0"]],
    ["without amount and currency there is nothing to count", "/amount", {}, []],
    ["a negative line takes nothing off the others", "/lines/*/price", usd(100, -100, 1), ["10100"]],
    ["elements add up", "/parts/*", { parts: [1, "0.5", -3] }, ["1.5"]],
    ["a member of another name is not it", "/order/total", { order: { totals: 9 }, orders: 9 }, ["0"]],
    ["no lines are 0 lines", "/lines/*/price", { lines: [] }, []],
  ])("%s", (_title, sum, args, amounts) => {
    expect(chargesFor({ limit: { sum }, args }).map(({ amount }) => amount)).toEqual(amounts);
  });

  test.each<[string, string, JsonObject]>([
    ["an object in the place of an array", "/lines/*/price", { lines: { "0": { price: 5, currency: "USD" } } }],
    ["a text in the place of an array", "/lines/*/price", { lines: "5 USD" }],
    ["an element that is no object", "/lines/*/price", { lines: ["5 USD"] }],
    ["a text in the place of an object", "/order/total", { order: "5" }],
    ["a member in the place of an element", "/parts/*", { parts: { first: 5, unit: "kg" } }],
    ["a number longer than the store keeps", "/count", { count: "9".repeat(131_073) }],
    ["a fraction longer than the store keeps", "/weight", { weight: `0.${"0".repeat(16_384)}1` }],
    ["a field that is no amount at all", "/customerId", { customerId: 7 }],
  ])("%s is over every maximum", (_title, sum, args) => {
    const [charge] = chargesFor({ limit: { sum, max: 999_999_999_999_999 }, args });
    expect(charge && isOver(charge, "0")).toBe(true);
    expect(charge?.amount.length).toBeLessThan(30);
  });

  test("every double counts as what it is", () => {
    for (const weight of [Number.MIN_VALUE, Number.MAX_VALUE, 2.2250738585072014e-308]) {
      expect(Number(chargesFor({ limit: { sum: "/weight" }, args: { weight } })[0]?.amount)).toBe(weight);
    }
  });
});

describe("currencies are never added", () => {
  test("each has a charge and a bucket of its own, with the maximum in its own minor units", () => {
    const lines = [
      { price: 10, currency: "USD" },
      { price: 3, currency: "JPY" },
      { price: "0.05", currency: "USD" },
    ];
    const charges = chargesFor({ limit: { sum: "/lines/*/price", max: 100 }, args: { lines } });
    expect(charges).toMatchObject([
      { amount: "1005", max: "10000", label: "sum of /lines/*/price per agent in 24h, at most 100 USD" },
      { amount: "3", max: "100", label: "sum of /lines/*/price per agent in 24h, at most 100 JPY" },
    ]);
    expect(new Set(charges.map(({ bucket }) => bucket)).size).toBe(2);
  });
});

describe("buckets", () => {
  test.each<[string, Call, Call]>([
    ["the maximum and what happens beyond it", { limit: { max: 1 } }, { limit: { max: 2, over: "refuse" } }],
    ["how the window is written", { limit: { window: "24h" } }, { limit: { window: "1d" } }],
    ["how a value is written", perCustomer({ customerId: 42 }), perCustomer({ customerId: " 42" })],
    ["who asks, if it is per tool", { limit: { per: "tool" } }, { limit: { per: "tool" }, asker: BOB }],
    ["other fields", perCustomer({ customerId: 7, weight: 1 }), perCustomer({ customerId: 7, weight: 2 })],
    ["incidental parts", perAddress({ city: "Bern", note: "a" }), perAddress({ city: " bern", note: "b" })],
  ])("do not depend on %s", (_title, one, other) => {
    expect(bucketOf(one)).toBe(bucketOf(other));
  });

  test.each<[string, Call, Call]>([
    ["the agent", {}, { asker: BOB }],
    ["the namespace", { limit: { per: "tool" } }, { limit: { per: "tool" }, asker: { ...ANN, namespace: "bank" } }],
    ["the tool", {}, { tool: "charge" }],
    ["the window", { limit: { window: "24h" } }, { limit: { window: "day" } }],
    ["what is counted", {}, { limit: { sum: "/weight" } }],
    ["for whom", {}, { limit: { per: "tool" } }],
    ["the value of the field", perCustomer({ customerId: "a" }), perCustomer({ customerId: "A" })],
    ["absent and present", perCustomer({}), perCustomer({ customerId: "-" })],
    ["which field is absent", perCustomer({}), { limit: { per: "/weight" } }],
    ["every part of the field", perAddress({ city: "Bern", zip: 1 }), perAddress({ city: "Bern", zip: 2 })],
  ])("depend on %s", (_title, one, other) => {
    expect(bucketOf(one)).not.toBe(bucketOf(other));
  });

  test("a value cannot pose as an agent, a tool or another field", () => {
    const posing = ["agt_ann", "agent", '{"kind":"agent"}'].map((customerId) => bucketOf(perCustomer({ customerId })));
    expect(posing).not.toContain(bucketOf({}));
    expect(bucketOf(perCustomer({ customerId: "x" }))).not.toBe(
      bucketOf({ limit: { per: "/weight" }, args: { customerId: "x" } }),
    );
  });
});

test("a read is never charged", () => {
  expect(chargesFor({ limit: { count: true }, effect: "read" })).toEqual([]);
});

test("a maximum is inclusive, to the last digit", () => {
  expect(isOver({ amount: "0.2", max: "0.3" }, "0.1")).toBe(false);
  expect(isOver({ amount: "0.2", max: "0.3" }, "0.1000000000000000000000001")).toBe(true);
  expect(isOver({ amount: "0", max: "0" }, "0")).toBe(false);
});

test.each<[Partial<LimitRule>, JsonObject, string]>([
  [{ sum: "/amount" }, { amount: 1, currency: "USD" }, "sum of /amount per agent in 24h, at most 2000 USD"],
  [{ sum: "/weight", per: "/customerId", max: 0.5 }, {}, "sum of /weight per /customerId in 24h, at most 0.5"],
  [{ count: true, per: "tool", window: "month" }, {}, "calls per tool in a calendar month, at most 2000"],
])("a label says it to people: %j", (limit, args, label) => {
  expect(chargesFor({ limit, args })).toMatchObject([{ label }]);
});

function usd(...prices: number[]): JsonObject {
  return { lines: prices.map((price) => ({ price, currency: "USD" })) };
}

function perCustomer(args: JsonObject): Call {
  return { limit: { per: "/customerId" }, args };
}

function perAddress(address: JsonObject): Call {
  return { limit: { per: "/address" }, args: { address } };
}
