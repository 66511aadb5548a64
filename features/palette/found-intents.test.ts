import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { aboutText, FOUND_MAX, mergeFound } from "./found-intents";

const intent = (id: string) => ({ id, title: "Refund", state: "held", run: null }) as IntentDto;
const about = (target: string[], amount: string | null = null) => ({
  effect: "write_non_idempotent" as const,
  value: "high" as const,
  amount: amount === null ? null : { value: amount, currency: "USD" },
  target: target.map((value) => ({ pointer: "/a", value })),
  undoMs: 0,
});

test("what waits comes first, and each intent once", () => {
  const found = mergeFound({ waiting: [intent("b")], all: [intent("a"), intent("b")] });
  expect(found.map(({ id, isWaiting }) => [id, isWaiting])).toEqual([
    ["b", true],
    ["a", false],
  ]);
});

test("no more than anybody reads", () => {
  const many = Array.from({ length: 20 }, (_, index) => intent(String(index)));
  expect(mergeFound({ waiting: many, all: many })).toHaveLength(FOUND_MAX);
});

test("an intent is told by amount and target, else by its run", () => {
  expect(aboutText({ about: about(["pay_1"], "80"), run: "r" })).toBe("$80.00, pay_1");
  expect(aboutText({ about: about(["x".repeat(90)]), run: "r" })).toBe(`${"x".repeat(60)}…`);
  expect(aboutText({ about: about([]), run: "r" })).toBe("r");
  expect(aboutText({ run: null })).toBe("");
});
