import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { decidedWords, toRow } from "./intent-row";

const INTENT = {
  id: "int_1",
  state: "succeeded",
  title: "Refund a payment",
  args: { paymentId: "pay_1", amount: 5 },
  agent: { id: "agt_1", name: "ann" },
  createdAt: "2026-11-17T20:00:00.000Z",
  endedAt: null,
  about: {
    amount: { value: "1250.5", currency: "USD" },
    target: [
      { pointer: "/paymentId", value: "pay_1" },
      { pointer: "/to/0", value: "" },
    ],
  },
} as unknown as IntentDto;

test("a row says what it is done to and for how much, exactly", () => {
  expect(toRow(INTENT)).toMatchObject({
    target: "payment id pay_1 · to 0 (empty)",
    amount: { shown: "$1,250.50", value: "1250.5" },
    agent: "ann",
    agentId: "agt_1",
    decided: null,
  });
});

test("where the contract names nothing it says the args, and where they are gone it says so", () => {
  expect(toRow({ ...INTENT, about: undefined } as unknown as IntentDto).target).toBe("paymentId pay_1 · amount 5");
  expect(toRow({ ...INTENT, argsErased: true }).target).toBe("args erased");
});

test.each([
  [{ verdict: "approve", by: "operator", operator: { id: "o", name: "Ann" }, rule: null }, "Approved by Ann"],
  [{ verdict: "clear", by: "grant", operator: null, rule: "grt_1" }, "Cleared by a grant"],
  [{ verdict: "hold", by: "policy", operator: null, rule: "rule 2" }, "Held by rule 2"],
  [{ verdict: "refuse", by: "policy", operator: null, rule: null }, "Refused by the policy"],
  [undefined, null],
] as const)("%j is told as %s", (decision, words) => {
  expect(decidedWords(decision)).toBe(words);
});
