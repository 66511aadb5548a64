import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json";
import type { Where } from "./compile-pin";
import { findCoveringGrant, useGrant as spendGrant } from "./grant";
import type { Pins } from "./pin";
import { AT, sampleAsk, sampleContract, sampleGrant } from "./testing/sample-grant";

const covers = (where: Where, args: JsonObject) => findCoveringGrant([sampleGrant(where)], sampleAsk(args)) !== null;

describe("pins compare normalised values, exactly", () => {
  const usd = (amount: number | string): JsonObject => ({ amount, currency: "USD" });
  const yes: [string, Where, JsonObject][] = [
    ["money on the edge of lte", { "/amount": { lte: 50 } }, usd(50)],
    ["money spelt otherwise", { "/amount": { lte: "50" } }, usd("$50.00")],
    ["money one cent below lt", { "/amount": { lt: 50 } }, usd("49.99")],
    ["money on the edge of gte", { "/amount": { gte: 50 } }, usd("USD 50")],
    ["money in JPY has no minor unit", { "/amount": { lte: 50 } }, { amount: 50, currency: "JPY" }],
    ["money in KWD has three digits", { "/amount": { lte: "50.005" } }, { amount: "50.005", currency: "kwd" }],
    ["money equal in another spelling", { "/amount": { eq: "1,250" }, "/currency": { eq: "usd" } }, usd(1250)],
    ["money in a list", { "/amount": { in: [5, 10] } }, usd("10.00")],
    ["money in minor units, pinned in major ones", { "/fee": { lte: 2 } }, { fee: 200 }],
    [
      "money beyond what a double can tell apart",
      { "/amount": { lte: "90071992547409.93" } },
      usd("90071992547409.93"),
    ],
    ["a currency written in lower case", { "/currency": { eq: "usd" } }, usd(1)],
    ["an integer as text", { "/quantity": { gt: 9, lte: 10 } }, { quantity: "10" }],
    ["an integer beyond 2^53", { "/quantity": { eq: "9007199254740993" } }, { quantity: "9007199254740993" }],
    ["a decimal", { "/rate": { lte: 0.3 } }, { rate: "0.30" }],
    ["an id as a number", { "/customerId": { eq: 7 } }, { customerId: "7" }],
    ["an enum by its alias", { "/kind": { in: ["dupe"] } }, { kind: "Duplicate" }],
    ["a boolean", { "/flag": { eq: false } }, { flag: false }],
    ["a set in another order", { "/tags": { eq: ["b", "a"] } }, { tags: ["A", "B", "a"] }],
    ["a date up to a day", { "/day": { lte: "2026-12-31" } }, { day: "2026-12-31" }],
    [
      "an instant in another offset",
      { "/moment": { lt: "2026-01-01T02:00:00+01:00" } },
      { moment: "2026-01-01T00:59:59Z" },
    ],
    ["a number that no rule names", { "/limit": { lte: 5 } }, { limit: 5 }],
    ["an object that no rule names", { "/limit": { eq: { b: 1, a: [2] } } }, { limit: { a: [2], b: 1 } }],
    ["a part of what no rule names", { "/meta/team/name": { eq: "ops" } }, { meta: { team: { name: "ops" } } }],
    ["an unnamed part beside a named one", { "/part/rest": { eq: "x" } }, { part: { id: "1", rest: "x" } }],
    ["every element", { "/items/*/sku": { in: ["a", "b"] } }, { items: [{ sku: "A" }, { sku: "b" }] }],
    ["zero under an upper bound", { "/amount": { lt: 50 } }, usd("-0.00")],
    ["money below zero, with a lower bound", { "/amount": { gte: -10, lte: 50 } }, usd(-10)],
    ["an integer below zero, with a lower bound", { "/quantity": { gt: -10, lt: 0 } }, { quantity: -9 }],
    ["a decimal below zero that is named", { "/rate": { eq: "-0.5", lte: 5 } }, { rate: -0.5 }],
    ["a decimal below zero in a list", { "/rate": { in: ["-0.5", 1], lte: 5 } }, { rate: -0.5 }],
    ["a date has nothing below it", { "/day": { lt: "2026-01-01" } }, { day: "0001-01-01" }],
    ["a field that no pin names is free", { "/currency": { eq: "USD" } }, { ...usd(1e9), kind: "requested" }],
  ];
  test.each(yes)("%s: covered", (_name, where, args) => expect(covers(where, args)).toBe(true));

  const no: [string, Where, JsonObject][] = [
    ["money one cent over", { "/amount": { lte: 50 } }, usd("50.01")],
    ["money on the edge of lt", { "/amount": { lt: 50 } }, usd(50)],
    ["money one KWD fils over", { "/amount": { lte: "50.005" } }, { amount: "50.006", currency: "KWD" }],
    ["JPY is not read as cents", { "/amount": { lte: 50 } }, { amount: 5000, currency: "JPY" }],
    ["money in minor units one cent over", { "/fee": { lte: 2 } }, { fee: 201 }],
    ["money that a double would round down", { "/amount": { lte: "90071992547409.93" } }, usd("90071992547409.94")],
    ["another currency", { "/amount": { lte: 50 }, "/currency": { eq: "USD" } }, { amount: 5, currency: "EUR" }],
    ["one of two operators", { "/quantity": { gt: 9, lte: 10 } }, { quantity: 9 }],
    ["one of two pins", { "/quantity": { eq: 1 }, "/flag": { eq: true } }, { quantity: 1, flag: false }],
    [
      "an integer next to one beyond 2^53",
      { "/quantity": { eq: "9007199254740993" } },
      { quantity: "9007199254740992" },
    ],
    ["an absent amount", { "/amount": { lte: 50 } }, { currency: "USD" }],
    ["an absent currency", { "/quantity": { eq: 1 }, "/currency": { eq: "USD" } }, { quantity: 1 }],
    ["null", { "/quantity": { lte: 5 } }, { quantity: null }],
    ["null where nothing is excluded", { "/limit": { in: [1, "1", false] } }, { limit: null }],
    ["a text where a number is pinned", { "/limit": { lte: 5 } }, { limit: "5" }],
    ["a number where a text is pinned", { "/limit": { eq: "5" } }, { limit: 5 }],
    ["true is not 1", { "/limit": { eq: 1 } }, { limit: true }],
    ["an array around the number", { "/limit": { lte: 5 } }, { limit: [5] }],
    ["a case that matters", { "/customerId": { eq: "cus_a" } }, { customerId: "cus_A" }],
    ["a subset", { "/tags": { eq: ["a", "b"] } }, { tags: ["a"] }],
    ["the day after", { "/day": { lte: "2026-12-31" } }, { day: "2027-01-01" }],
    ["one element that differs", { "/items/*/sku": { eq: "a" } }, { items: [{ sku: "a" }, { sku: "b" }] }],
    ["one element without the field", { "/items/*/sku": { eq: "a" } }, { items: [{ sku: "a" }, {}] }],
    ["no elements at all", { "/items/*/sku": { eq: "a" } }, { items: [] }],
    ["something else than an array", { "/items/*/sku": { eq: "a" } }, { items: { sku: "a" } }],
    ["a part of what is not an object", { "/meta/level": { eq: 1 } }, { meta: 1 }],
    ["an inherited member", { "/meta/level": { eq: 1 } }, { meta: {} }],
    ["money below zero under lte alone", { "/amount": { lte: 50 } }, usd("-0.01")],
    ["money below zero under lt alone", { "/amount": { lt: 50 } }, usd("-$5,000.00")],
    ["money in minor units below zero", { "/fee": { lte: 2 } }, { fee: -1 }],
    ["money below zero under two upper bounds", { "/amount": { lt: 50, lte: 40 } }, usd(-1)],
    ["an integer below zero under an upper bound", { "/quantity": { lte: 5 } }, { quantity: "-1" }],
    ["a decimal below zero under an upper bound", { "/rate": { lt: 5 } }, { rate: "-0.001" }],
    ["an unnamed number below zero under an upper bound", { "/limit": { lte: 5 } }, { limit: -1e-9 }],
    ["one element below zero", { "/items/*/price": { lte: 5 } }, { items: [{ price: 5 }, { price: -5 }] }],
    ["a number of ten thousand digits", { "/quantity": { gte: 5 } }, { quantity: "9".repeat(10_000) }],
  ];
  test.each(no)("%s: not covered", (_name, where, args) => expect(covers(where, args)).toBe(false));
});

describe("a grant speaks only for whom, what and when it says", () => {
  const ask = sampleAsk({ quantity: 1 });
  const found = (more: Parameters<typeof sampleGrant>[1], asked = ask) =>
    findCoveringGrant([sampleGrant({ "/quantity": { eq: 1 } }, more)], asked) !== null;

  test.each([
    ["its namespace", {}, true],
    ["another namespace", { namespace: "other" }, false],
    ["its agent, in whatever namespace", { namespace: null, agentId: "agt_1" }, true],
    ["another agent", { namespace: null, agentId: "agt_2" }, false],
    ["another tool", { tool: "charge" }, false],
    ["the last millisecond", { expiresAt: AT + 1 }, true],
    ["the instant of its end", { expiresAt: AT }, false],
    ["one use left", { usesMax: 3, usesCount: 2 }, true],
    ["no use left", { usesMax: 3, usesCount: 3 }, false],
    ["pins that were lost", { pins: {} }, false],
  ])("%s: %o %s", (_name, more, expected) => expect(found(more)).toBe(expected));

  test("the first that covers it is used, in the order given", () => {
    const grants = ["a", "b", "c"].map((id, index) => sampleGrant({ "/quantity": { gte: index } }, { id }));
    const asked = (quantity: number) => findCoveringGrant(grants.toReversed(), sampleAsk({ quantity }))?.grant.id;
    expect([asked(0), asked(1), asked(9)]).toEqual(["a", "b", "c"]);
  });

  test("a part of what is compared as a whole has no value of its own", () => {
    const pins = {
      "/tags/0": { as: "json", currency: null, written: {}, tests: [{ operator: "eq", values: ["a"] }] },
    } as const;
    expect(found({ pins: pins as unknown as Pins }, sampleAsk({ tags: ["a"] }))).toBe(false);
  });

  test("a publish that compares the field otherwise makes the pin match nothing", () => {
    const { fields } = sampleContract();
    const asMoney = { ...fields, "/quantity": { role: "material", as: "money", code: "USD" } };
    const asked = (more: Record<string, unknown>, args: JsonObject) => sampleAsk(args, {}, sampleContract(more));
    expect(found({}, asked({ fields: asMoney }, { quantity: 1 }))).toBe(false);
    const fee = sampleGrant({ "/fee": { lte: 5 } });
    const inDinars = { ...fields, "/fee": { role: "material", as: "money", code: "KWD" } };
    expect(findCoveringGrant([fee], sampleAsk({ fee: 500 }))).not.toBeNull();
    expect(findCoveringGrant([fee], asked({ fields: inDinars }, { fee: 5 }))).toBeNull();
  });
});

describe("a ceiling holds over all uses", () => {
  const where: Where = { "/amount": { lte: 50 }, "/currency": { eq: "USD" } };
  const spendAll = (grant: ReturnType<typeof sampleGrant>, asks: JsonObject[]) => {
    let left = grant;
    const taken = asks.map((args) => {
      const use = findCoveringGrant([left], sampleAsk(args));
      if (use !== null) left = spendGrant(left, use);
      return use !== null;
    });
    return { taken, left };
  };

  test.each([
    ["USD", [50, "0.10", 0.2, 0.01], [true, true, true, false], "5030"],
    ["JPY", [50, 1], [true, false], "50"],
    ["KWD", ["50.000", "0.300", "0.001"], [true, true, false], "50300"],
  ])("sumMax is inclusive, exact, and counted in minor units: %s", (currency, amounts, expected, sum) => {
    const sumMax = currency === "JPY" ? "50" : "50.3";
    const grant = sampleGrant({ ...where, "/currency": { eq: currency } }, { sumMax });
    const { taken, left } = spendAll(
      grant,
      amounts.map((amount) => ({ amount, currency })),
    );
    expect(taken).toEqual(expected);
    expect(left).toMatchObject({ usesCount: expected.filter(Boolean).length, sums: { [currency]: sum } });
  });

  test("another currency has no ceiling of its own: it is not covered", () => {
    const { taken } = spendAll(sampleGrant({ ...where, "/currency": { in: ["usd"] } }, { sumMax: 50 }), [
      { amount: 50, currency: "USD" },
      { amount: 1, currency: "USD" },
      { amount: 1, currency: "EUR" },
    ]);
    expect(taken).toEqual([true, false, false]);
  });

  test("usesMax counts uses within one batch too", () => {
    const { taken } = spendAll(sampleGrant({ "/quantity": { eq: 1 } }, { usesMax: 2 }), Array(4).fill({ quantity: 1 }));
    expect(taken).toEqual([true, true, false, false]);
  });

  test("useGrant leaves what it was given as it was", () => {
    const grant = Object.freeze(sampleGrant(where, { sumMax: 50, sums: Object.freeze({ USD: "1" }) }));
    expect(spendGrant(grant, { amount: "2", currency: "USD" }).sums).toEqual({ USD: "3" });
    expect(grant.sums).toEqual({ USD: "1" });
  });

  test.each([
    ["an absent amount, which may mean everything", { quantity: 1 }],
    ["a negative amount, which would buy room", { quantity: 1, rate: -5 }],
    ["an amount that is null", { quantity: 1, rate: null }],
    ["a number of ten thousand digits", { quantity: 1, rate: "1".repeat(10_000) }],
  ])("%s is not covered", (_name, args) => {
    const grant = sampleGrant({ "/quantity": { eq: 1 } }, { sum: "/rate", sumMax: 100 });
    expect(findCoveringGrant([grant], sampleAsk(args))).toBeNull();
    expect(findCoveringGrant([grant], sampleAsk({ quantity: 1, rate: "2.5" }))).toMatchObject({
      amount: "2.5",
      currency: "",
    });
  });

  test("a sum over elements adds all of them, and one negative one spoils it", () => {
    const grant = sampleGrant({ "/items/*/sku": { eq: "a" } }, { sum: "/items/*/price", sumMax: 5 });
    const asked = (...prices: number[]) =>
      findCoveringGrant([grant], sampleAsk({ items: prices.map((price) => ({ sku: "a", price })) }));
    expect(asked(2, 3)).toMatchObject({ amount: "500", currency: "USD" });
    expect(asked(2, 3.01)).toBeNull();
    expect(asked(9, -5)).toBeNull();
  });

  test("currencies are never added to each other", () => {
    const shown = sampleGrant({ "/flag": { eq: true } }, { sum: "/lines/*/amount" });
    const asked = (grant: typeof shown, ...currencies: string[]) => {
      const lines = currencies.map((currency) => ({ amount: 1, currency }));
      return findCoveringGrant([grant], sampleAsk({ flag: true, lines }));
    };
    expect(asked(shown, "USD", "usd")).toMatchObject({ amount: "200", currency: "USD" });
    expect(asked(shown, "USD", "EUR")).toMatchObject({ amount: "0", currency: "" });
    // Nobody can make such a grant; if one is read, it still covers nothing that it cannot add up.
    expect(asked({ ...shown, sumMax: "5" }, "USD", "EUR")).toBeNull();
  });

  test("a publish that reads the sum in another unit makes the grant cover nothing", () => {
    const grant = sampleGrant({ "/flag": { eq: true } }, { sum: "/quantity", sumMax: 5000 });
    const fields = { ...sampleContract().fields, "/quantity": { role: "material", as: "money", code: "USD" } };
    expect(findCoveringGrant([grant], sampleAsk({ flag: true, quantity: 50 }))).not.toBeNull();
    const asked = sampleAsk({ flag: true, quantity: 50 }, {}, sampleContract({ fields }));
    expect(findCoveringGrant([grant], asked)).toBeNull();
  });

  test("without a ceiling nothing is asked of the sum", () => {
    const grant = sampleGrant({ "/quantity": { eq: 1 } });
    expect(findCoveringGrant([grant], sampleAsk({ quantity: 1, amount: -5, currency: "USD" }))).toMatchObject({
      amount: "0",
      currency: "",
    });
    expect(findCoveringGrant([grant], sampleAsk({ quantity: 1 }))).toMatchObject({ amount: "0", currency: "" });
  });
});
