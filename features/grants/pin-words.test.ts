import { expect, test } from "vitest";
import { pinsWords, pinWords } from "./pin-words";

const USD = { as: "money", currency: "USD" };

test.each([
  [{ lte: 50 }, USD, "up to $50.00"],
  [{ lte: "50" }, USD, "up to $50.00"],
  [{ lt: 50 }, USD, "below $50.00"],
  [{ eq: "50.5" }, USD, "$50.50"],
  [{ gte: 10, lte: 50 }, USD, "from $10.00 to $50.00"],
  [{ gt: 10, lte: 50 }, USD, "above $10.00 and up to $50.00"],
  [{ gt: 10, lt: 50 }, USD, "above $10.00 and below $50.00"],
  [{ in: ["USD", "EUR", "GBP"] }, { as: "code", currency: null }, "USD, EUR or GBP"],
  [{ eq: "x", in: ["x", "y"] }, undefined, "x and x or y"],
  [{ lte: 50 }, { as: "money", currency: null }, "up to 50"],
  [{ eq: "$50" }, USD, "$50"],
  [{ eq: "" }, undefined, "“”"],
  [{ eq: { a: [1] } }, undefined, '{"a":[1]}'],
  [{ eq: false }, { as: "boolean", currency: null }, "false"],
])("%j reads as %s", (pin, reading, words) => {
  expect(pinWords(pin, reading)).toBe(words);
});

test("an amount with more digits than a double has keeps them all", () => {
  expect(pinWords({ lte: "12345678901234567.89" }, USD)).toBe("up to $12,345,678,901,234,567.89");
});

test("all pins are told, each by its field's name", () => {
  const where = { "/amount": { lte: 50 }, "/currency": { eq: "USD" }, "/customer/email": { eq: "a@b.test" } };
  const pins = [
    { pointer: "/amount", as: "money", currency: "USD" },
    { pointer: "/currency", as: "code", currency: null },
  ];
  expect(pinsWords({ where, pins })).toBe("amount up to $50.00, currency USD and customer email a@b.test");
});
