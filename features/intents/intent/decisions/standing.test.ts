import { expect, test } from "vitest";
import type { DecisionDto } from "@/lib/wire/decision";
import type { IntentDto } from "@/lib/wire/intent";
import { standingOf } from "./standing";

const approval = (id: string, operatorId: string, argsDigest: string) =>
  ({ id, verdict: "approve", by: "operator", operator: { id: operatorId, name: "" }, argsDigest }) as DecisionDto;
const held = (approvedBy: string[]) =>
  ({ state: "held", argsDigest: "a", hold: { approvedBy } }) as unknown as IntentDto;
const CLEARED = { state: "cleared", argsDigest: "a" } as IntentDto;

test("an approval of other args is void", () => {
  const one = approval("dec_1", "ann", "b");
  expect(standingOf(one, [one], CLEARED)).toBe("void");
});

test("a drift voids an approval of the same args, too", () => {
  const one = approval("dec_1", "ann", "a");
  expect(standingOf(one, [one], held([]))).toBe("void");
  expect(standingOf(one, [one], held(["ann"]))).toBe("counts");
});

test("of what one person said twice only the last counts", () => {
  const both = [approval("dec_1", "ann", "a"), approval("dec_2", "ann", "a")];
  expect(both.map((one) => standingOf(one, both, CLEARED))).toEqual(["void", "counts"]);
});

test("a rule that asked for people has nothing to count", () => {
  const rule = { id: "dec_0", verdict: "hold", by: "policy", operator: null, argsDigest: "a" } as DecisionDto;
  expect(standingOf(rule, [rule], held([]))).toBeNull();
});

test("what policy cleared counts no more once it is held again", () => {
  const rule = { id: "dec_0", verdict: "clear", by: "policy", operator: null, argsDigest: "a" } as DecisionDto;
  expect(standingOf(rule, [rule], CLEARED)).toBe("counts");
  expect(standingOf(rule, [rule], held([]))).toBe("void");
});
