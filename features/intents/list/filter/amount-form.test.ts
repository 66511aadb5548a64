import { expect, test } from "vitest";
import { amountForm, readAmountForm } from "./amount-form";

const read = (from: string, to: string, currency = "usd") =>
  readAmountForm({ tool: "t", amount: "1" }, { from, to, currency });

test("a range, one end of it, one amount, or a currency alone", () => {
  expect(read("5", "80.50")).toEqual({ filter: { tool: "t", amountFrom: "5", amountTo: "80.50", currency: "USD" } });
  expect(read("5", "")).toEqual({ filter: { tool: "t", amountFrom: "5", currency: "USD" } });
  expect(read("", " 1 250 ")).toEqual({ filter: { tool: "t", amountTo: "1250", currency: "USD" } });
  expect(read("5", "5")).toEqual({ filter: { tool: "t", amount: "5", currency: "USD" } });
  expect(read("", "")).toEqual({ filter: { tool: "t", currency: "USD" } });
});

test("what could mean two things is not guessed", () => {
  expect(read("1,5", "")).toEqual({ errors: { from: expect.stringContaining("such as 80") } });
  expect(read("$5", "x")).toEqual({ errors: { from: expect.any(String), to: expect.any(String) } });
  expect(read("9", "5")).toEqual({ errors: { to: expect.stringContaining("less") } });
  expect(read("5", "9", "")).toEqual({ errors: { currency: expect.stringContaining("three letters") } });
});

test("the form shows what is asked for now", () => {
  expect(amountForm({ amount: "5", currency: "EUR" })).toEqual({ from: "5", to: "5", currency: "EUR" });
  expect(amountForm({})).toEqual({ from: "", to: "", currency: "" });
});
