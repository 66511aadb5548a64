import { expect, test } from "vitest";
import type { AboutDto } from "@/lib/wire/about";
import { effectPieces, effectText } from "./effect-sentence";

const ABOUT: AboutDto = {
  effect: "write_non_idempotent",
  value: "high",
  amount: { value: "1250.5", currency: "USD" },
  target: [{ pointer: "/paymentId", value: "pay_1" }],
  undoMs: 0,
};
const intent = (about: Partial<AboutDto>, args: Record<string, unknown> = {}) => ({
  title: "Refund a payment",
  args,
  about: { ...ABOUT, ...about },
});

test("title, amount and target, the amount by its currency", () => {
  expect(effectText(intent({}))).toBe("Refund a payment: $1,250.50, payment id pay_1");
});

test("without an amount it names the target, without either the args", () => {
  const target = [
    { pointer: "/to", value: "maria@example.org" },
    { pointer: "/about", value: "4711" },
  ];
  expect(effectText(intent({ amount: null, target }))).toBe("Refund a payment: to maria@example.org, about 4711");
  expect(effectText(intent({ amount: null, target: [] }, { force: true }))).toBe("Refund a payment: force true");
});

test("what an agent wrote is told apart from our words", () => {
  expect(effectPieces(intent({}))).toEqual([
    { kind: "amount", text: "$1,250.50" },
    { kind: "words", text: ", " },
    { kind: "words", text: "payment id " },
    { kind: "value", text: "pay_1" },
  ]);
});

test("nothing is cut without a sign of it", () => {
  const long = effectText(intent({ target: [{ pointer: "/id", value: "x".repeat(300) }] }));
  expect(long).toMatch(/id x{80}…$/);
  const target = ["a", "b", "c", "d", "e"].map((name) => ({ pointer: `/${name}`, value: name }));
  expect(effectText(intent({ amount: null, target }))).toBe("Refund a payment: a a, b b, c c, and 2 more");
});

test("args that are gone and values that are empty are said to be so", () => {
  expect(effectText({ ...intent({}), argsErased: true })).toBe("Refund a payment: its args were erased");
  expect(effectText(intent({ amount: null, target: [{ pointer: "/id", value: "" }] }))).toMatch(/id \(empty\)$/);
});
