import { expect, test } from "vitest";
import { argsSentence } from "./args-sentence";

test("names each field with its value, in the order they came", () => {
  expect(argsSentence({ paymentId: "pay_1", amount: 80, lines: [1, 2], note: "" })).toBe(
    'paymentId pay_1 · amount 80 · lines [1,2] · note ""',
  );
  expect(argsSentence({})).toBe("no args");
});

test("says how many fields it leaves out", () => {
  const args = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`f${index}`, index]));
  expect(argsSentence(args)).toMatch(/f7 7 · and 3 more$/);
});

test("a long value is cut visibly and never inside a character", () => {
  expect(argsSentence({ note: "😀".repeat(100) })).toBe(`note ${"😀".repeat(60)}…`);
});
