import { describe, expect, test } from "vitest";
import { AT, check, sampleContract } from "./testing/sample-grant";

const pin = { "/quantity": { eq: 1 } };
const DAY_MS = 86_400_000;

describe("what cannot become a grant says where and why", () => {
  test.each([
    ["pins nothing", { where: {} }, "/where", /at least one/],
    [
      "pins too much",
      { where: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`/meta/${index}`, { eq: 1 }])) },
      "/where",
      /at most 50/,
    ],
    ["a pin without an operator", { where: { "/quantity": {} } }, "/where/~1quantity", /eq, in/],
    ["no pointer", { where: { quantity: { eq: 1 } } }, "/where/quantity", /JSON pointer/],
    ["a pointer unknown to the schema", { where: { "/quantiti": { eq: 1 } } }, "/where/~1quantiti", /no property/],
    ["a part of a set", { where: { "/tags/0": { eq: "a" } } }, "/where/~1tags~10", /no property|as a whole/],
    ["a container of named parts", { where: { "/part": { eq: {} } } }, "/where/~1part", /rules of their own/],
    ["an array of named parts", { where: { "/items": { eq: [] } } }, "/where/~1items", /rules of their own/],
    ["an order of codes", { where: { "/currency": { lte: "USD" } } }, "/where/~1currency/lte", /no order/],
    ["an order of what no rule names, by text", { where: { "/limit": { lte: "5" } } }, "/where/~1limit/lte", /number/],
    ["null", { where: { "/limit": { eq: null } } }, "/where/~1limit/eq", /null/],
    ["null in a list", { where: { "/limit": { in: [1, null] } } }, "/where/~1limit/in", /null/],
    ["half a cent", { where: { "/fee": { lte: 0.005 } } }, "/where/~1fee/lte", /USD/],
    [
      "a fraction of a yen",
      { where: { "/amount": { lte: 0.5 }, "/currency": { eq: "jpy" } } },
      "/where/~1amount/lte",
      /JPY/,
    ],
    ["words for an amount", { where: { "/amount": { lte: "fifty" } } }, "/where/~1amount/lte", /number/],
    ["half an integer", { where: { "/quantity": { in: [1, 1.5] } } }, "/where/~1quantity/in", /integer/],
    ["an unknown enum value", { where: { "/kind": { eq: "other" } } }, "/where/~1kind/eq", /duplicate/],
    ["ten thousand digits", { where: { "/quantity": { lte: "9".repeat(10_000) } } }, "/where/~1quantity/lte", /longer/],
    ["an end in the past", { where: pin, expiresAt: AT }, "/expiresAt", /future/],
    ["no end in sight", { where: pin, expiresAt: AT + 366 * DAY_MS + 1 }, "/expiresAt", /366 days/],
    ["a ceiling over one of two numbers", { where: { ...pin, "/rate": { lte: 1 } }, sumMax: 5 }, "/sum", /pointer/],
    ["a ceiling over one of several amounts", { where: { "/flag": { eq: true } }, sumMax: 5 }, "/sum", /pointer/],
    ["a ceiling over text", { where: pin, sumMax: 5, sum: "/customerId" }, "/sum", /money, integer or decimal/],
    ["a ceiling over nothing", { where: pin, sumMax: 5, sum: "/quantiti" }, "/sum", /no property/],
    ["a ceiling of zero", { where: pin, sumMax: 0 }, "/sumMax", /more than zero/],
    ["a ceiling below zero", { where: pin, sumMax: "-5" }, "/sumMax", /more than zero/],
    [
      "a ceiling over money of any currency",
      { where: { "/amount": { lte: 5 } }, sumMax: 9 },
      "/sumMax",
      /pin \/currency/,
    ],
    [
      "a ceiling over money of two currencies",
      { where: { "/amount": { lte: 5 }, "/currency": { in: ["USD", "EUR"] } }, sumMax: 9 },
      "/sumMax",
      /pin \/currency/,
    ],
    [
      "a ceiling over money of a currency that is none",
      { where: { "/amount": { lte: 5 }, "/currency": { eq: "XQQ" } }, sumMax: 9 },
      "/sumMax",
      /ISO 4217/,
    ],
    [
      "a ceiling over money that is not pinned, of any currency",
      { where: pin, sum: "/amount", sumMax: 9 },
      "/sumMax",
      /pin \/currency/,
    ],
    [
      "a ceiling over lines of which one has a currency",
      { where: { ...pin, "/lines/0/currency": { eq: "USD" } }, sum: "/lines/*/amount", sumMax: 9 },
      "/sumMax",
      /pin \/lines\/\*\/currency/,
    ],
    ["a ceiling in words", { where: pin, sumMax: "lots" }, "/sumMax", /number/],
  ])("%s", (_name, asked, pointer, message) => {
    expect(check(asked)).toEqual({ ok: false, errors: [{ pointer, message: expect.stringMatching(message) }] });
  });

  test("an irreversible tool, unless its contract lets rules clear", () => {
    const irreversible = (allowAutoClear: boolean) => sampleContract({ effect: "irreversible", allowAutoClear });
    expect(check({ where: pin }, irreversible(false))).toMatchObject({
      ok: false,
      errors: [{ pointer: "/tool", message: expect.stringMatching(/irreversible.*allowAutoClear/) }],
    });
    expect(check({ where: pin }, irreversible(true)).ok).toBe(true);
  });

  test("everything that is wrong is said at once", () => {
    const checked = check({ where: { "/nope": { eq: 1 }, "/kind": { eq: "x" } }, expiresAt: 0 });
    expect(checked.ok ? [] : checked.errors.map(({ pointer }) => pointer)).toEqual([
      "/where/~1nope",
      "/where/~1kind/eq",
      "/expiresAt",
    ]);
  });
});

describe("what a ceiling adds up", () => {
  const sumOf = (asked: Parameters<typeof check>[0], definition?: Parameters<typeof check>[1]) => {
    const checked = check(asked, definition);
    return checked.ok ? checked.terms.sumOf : checked.errors;
  };
  const oneAmount = sampleContract({ fields: { "/amount": { role: "material", as: "money", currency: "/currency" } } });

  test("the only number that is pinned", () => {
    expect(sumOf({ where: { "/quantity": { lte: 5 }, "/kind": { eq: "dupe" } }, sumMax: 9 })).toBe("/quantity");
    expect(sumOf({ where: { "/amount": { lte: 5 }, "/currency": { eq: "usd" } }, sumMax: 9 })).toBe("/amount");
  });
  test("else the only money of the contract", () => {
    const where = { "/customerId": { eq: 7 }, "/currency": { in: ["USD"] } };
    expect(sumOf({ where, sumMax: 9 }, oneAmount)).toBe("/amount");
  });
  test("else what the operator says", () => {
    expect(sumOf({ where: { "/amount": { lte: 5 }, "/rate": { lte: 1 } }, sumMax: 9, sum: "/rate" })).toBe("/rate");
  });
  test("without a ceiling, money is added up for people to see and nothing else is", () => {
    expect(sumOf({ where: { "/amount": { lte: 5 } } })).toBe("/amount");
    expect(sumOf({ where: { "/quantity": { lte: 5 } } })).toBeNull();
    expect(sumOf({ where: { "/flag": { eq: true } } })).toBeNull();
  });
  test("the ceiling is kept exactly", () => {
    const checked = check({ where: pin, sum: "/fee", sumMax: "1,250.50" });
    expect(checked).toMatchObject({ ok: true, terms: { sumMax: "1250.5", sumOf: "/fee" } });
  });
});

describe("an amount whose currency anybody may choose", () => {
  const warnings = (where: Parameters<typeof check>[0]["where"], sumMax: number | null = null) => {
    const checked = check({ where, sumMax });
    return checked.ok ? checked.warnings : checked.errors;
  };
  test("without a ceiling it is worth a warning", () => {
    expect(warnings({ "/amount": { lte: 5 } })).toEqual([expect.stringMatching(/^\/currency is not pinned/)]);
    expect(warnings({ "/amount": { lte: 5 }, "/currency": { in: ["USD", "EUR"] } })).toEqual([]);
  });
  test.each([
    ["eq", { "/amount": { lte: 5 }, "/currency": { eq: "usd" } }],
    ["an in of one value", { "/amount": { lte: 5 }, "/currency": { in: ["USD"] } }],
    ["eq beside a longer in", { "/amount": { lte: 5 }, "/currency": { eq: "USD", in: ["USD", "EUR"] } }],
    ["the contract", { "/fee": { lte: 5 } }],
  ])("fixed by %s, it may have a ceiling", (_name, where) => expect(warnings(where, 10)).toEqual([]));
  test("an in of one value fixes what the amount is read in", () => {
    const checked = check({ where: { "/amount": { lte: 0.5 }, "/currency": { in: ["jpy"] } } });
    expect(checked).toMatchObject({ ok: false, errors: [{ message: expect.stringMatching(/JPY/) }] });
  });
});
