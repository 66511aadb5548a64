import { expect, test } from "vitest";
import { addMoney, formatMoney, plainMoney } from "./money";

test.each([
  [{ value: "80", currency: "USD" }, "$80.00"],
  [{ value: "1250.5", currency: "USD" }, "$1,250.50"],
  [{ value: "-3.1", currency: "USD" }, "-$3.10"],
  [{ value: "1000", currency: "JPY" }, "¥1,000"],
  [{ value: "9007199254740993.01", currency: "USD" }, "$9,007,199,254,740,993.01"],
  // More digits than the browser would show are all shown.
  [{ value: "1.234", currency: "USD" }, "$1.234"],
  [{ value: "5", currency: "no code" }, "5 no code"],
])("%j reads %s", (amount, words) => {
  expect(formatMoney(amount)).toBe(words);
});

test("what is typed has the currency's digits and nothing else", () => {
  expect(plainMoney({ value: "1250.5", currency: "USD" })).toBe("1250.50");
  expect(plainMoney({ value: "80", currency: "JPY" })).toBe("80");
  expect(plainMoney({ value: "80", currency: "no code" })).toBe("80");
});

test("sums are exact and kept apart by currency", () => {
  const amounts = [
    { value: "0.1", currency: "USD" },
    { value: "10", currency: "EUR" },
    { value: "0.2", currency: "USD" },
    { value: "-0.30", currency: "USD" },
    { value: "9007199254740993", currency: "JPY" },
  ];
  expect(addMoney(amounts)).toEqual([
    { value: "10", currency: "EUR" },
    { value: "9007199254740993", currency: "JPY" },
    { value: "0", currency: "USD" },
  ]);
  expect(addMoney([])).toEqual([]);
});
