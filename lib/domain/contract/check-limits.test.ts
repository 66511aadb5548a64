import { describe, expect, test } from "vitest";
import { checkContract } from "./check-contract";

const ARGS = {
  type: "object",
  properties: {
    customerId: { type: ["string", "integer"] },
    region: { type: "string" },
    tier: { type: "string", default: "basic" },
    amount: { type: ["number", "string"] },
    currency: { type: "string" },
    fee: { type: ["number", "string"] },
    cents: { type: ["integer", "string"] },
    weight: { type: ["number", "string"] },
    count: { type: ["integer", "string"] },
    note: { type: "string" },
    plain: { type: "string" },
    lines: {
      type: "array",
      items: { type: "object", properties: { price: { type: ["number", "string"] } }, required: ["price"] },
    },
  },
  required: ["customerId", "amount", "currency", "fee", "cents", "weight", "count", "lines"],
};
const FIELDS = {
  "/customerId": { role: "identity", as: "id" },
  "/region": { role: "material", as: "code" },
  "/tier": { role: "material", as: "code" },
  "/amount": { role: "material", as: "money", currency: "/currency" },
  "/fee": { role: "material", as: "money", code: "KWD" },
  "/cents": { role: "material", as: "money", code: "USD", unit: "minor" },
  "/weight": { role: "material", as: "decimal" },
  "/count": { role: "material", as: "integer" },
  "/note": { role: "incidental", as: "text" },
  "/lines/*/price": { role: "material", as: "money", currency: "/currency" },
};

function publish(limit: object, effect = "write_idempotent") {
  return checkContract({
    tool: "t",
    title: "T",
    effect,
    args: ARGS,
    fields: FIELDS,
    limits: [{ per: "agent", max: 10, window: "24h", ...limit }],
    execute: {
      connector: "http",
      request: { method: "POST", url: "https://x.example" },
      effectId: "/id",
      idempotency: { window: "30d" },
    },
  });
}

function errorsOf(limit: object) {
  const checked = publish(limit);
  return checked.ok ? [] : checked.errors;
}

function warningsOf(limit: object, effect?: string) {
  const checked = publish(limit, effect);
  return checked.ok ? checked.warnings.filter((warning) => warning.includes("limit")) : checked.errors;
}

test.each([
  { sum: "/amount" },
  { sum: "/lines/*/price", window: "month" },
  { sum: "/weight", max: 0.000001 },
  { sum: "/fee", max: 0.005 },
  { sum: "/amount", max: 0.0001 },
  { count: true, per: "tool", window: "1s", over: "refuse" },
  { count: true, per: "/customerId" },
  { count: true, per: "/tier", max: 0 },
  { count: true, max: 999_999_999_999_999 },
])("%j is a limit, without a warning", (limit) => {
  expect([errorsOf(limit), warningsOf(limit)]).toEqual([[], []]);
});

describe("publishing refuses a limit that cannot count", () => {
  test.each<[object, string, string]>([
    [{}, "", "either `sum`"],
    [{ sum: "/amount", count: true }, "", "either `sum`"],
    [{ count: false }, "/count", "Expected true"],
    [{ sum: "/nowhere" }, "/sum", "no property at /nowhere"],
    [{ sum: "/plain" }, "/sum", "`as: money`, `integer` or `decimal`: /plain is not named"],
    [{ sum: "/currency" }, "/sum", "/currency is not named"],
    [{ sum: "/customerId" }, "/sum", "/customerId is `as: id`"],
    [{ sum: "amount" }, "/sum", "JSON pointer"],
    [{ count: true, per: "everyone" }, "/per", "Expected agent, tool, or the pointer"],
    [{ count: true, per: "/nowhere" }, "/per", "no property at /nowhere"],
    [{ count: true, per: "/plain" }, "/per", "identity or material: /plain is not named"],
    [{ count: true, per: "/note" }, "/per", "/note is incidental"],
    [{ count: true, per: "/lines/*/price" }, "/per", "Expected one field"],
    [{ count: true, window: "999ms" }, "/window", "at least 1s"],
    [{ count: true, window: "year" }, "/window", "calendar day, week or month"],
    [{ count: true, window: "1w" }, "/window", "calendar day, week or month"],
    [{ count: true, max: -1 }, "/max", ">=0"],
    [{ count: true, max: 1.5 }, "/max", "whole number"],
    [{ sum: "/count", max: 1.5 }, "/max", "whole number"],
    [{ sum: "/fee", max: 0.0005 }, "/max", "at most 3 fraction digits (KWD)"],
    [{ sum: "/cents", max: 0.005 }, "/max", "at most 2 fraction digits (USD)"],
    [{ sum: "/amount", max: 0.00005 }, "/max", "at most 4 fraction digits"],
    [{ sum: "/weight", max: 0.1 + 0.2 }, "/max", "at most 15 digits"],
    [{ count: true, max: 2 ** 53 }, "/max", "at most 15 digits"],
    [{ count: true, max: 1e300 }, "/max", "at most 15 digits"],
  ])("%j", (limit, pointer, message) => {
    expect(errorsOf(limit)).toEqual([{ pointer: `/limits/0${pointer}`, message: expect.stringContaining(message) }]);
  });

  test("everything that is wrong with one is said at once", () => {
    const pointers = errorsOf({ per: "/note", sum: "/customerId", max: 2 ** 60 }).map(({ pointer }) => pointer);
    expect(pointers).toEqual(["/limits/0/per", "/limits/0/sum", "/limits/0/max"]);
  });
});

describe("publishing warns of a limit that counts otherwise than it seems", () => {
  test.each<[object, string, string]>([
    [{ sum: "/cents" }, "write_idempotent", "major units"],
    [{ count: true, per: "/region" }, "write_idempotent", "all calls without it share one limit"],
    [{ count: true }, "read", "A read is never limited"],
  ])("%j on a %s", (limit, effect, warning) => {
    expect(warningsOf(limit, effect)).toEqual([expect.stringContaining(warning)]);
  });

  test("an amount that a call may leave out", () => {
    const required = ARGS.required.filter((name) => name !== "amount");
    const checked = checkContract({
      tool: "t",
      title: "T",
      effect: "write_idempotent",
      args: { ...ARGS, required },
      fields: FIELDS,
      limits: [{ per: "agent", sum: "/amount", max: 10, window: "24h" }],
      execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
    });
    expect(checked).toMatchObject({
      ok: true,
      warnings: expect.arrayContaining([expect.stringContaining("counts as 0")]),
    });
  });
});
