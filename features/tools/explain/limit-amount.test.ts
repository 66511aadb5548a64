import { expect, test } from "vitest";
import { limitAmount } from "./limit-amount";

const USD = { currency: "USD", fractionDigits: 2 };

test.each([
  ["8000", USD, "$80.00"],
  ["5", USD, "$0.05"],
  ["0", USD, "$0.00"],
  ["-150", USD, "-$1.50"],
  ["12345678901234567890", USD, "$123,456,789,012,345,678.90"],
  ["1000", { currency: "JPY", fractionDigits: 0 }, "¥1,000"],
  ["1234", { currency: "??", fractionDigits: 2 }, "12.34 ??"],
  ["1234", null, "1,234"],
  ["0.5", null, "0.5"],
  ["odd", null, "odd"],
])("%s in %j reads %s", (amount, money, words) => {
  expect(limitAmount(amount, money)).toBe(words);
});
