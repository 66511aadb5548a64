import { expect, test } from "vitest";
import { deedOf, inOrder } from "./people-words";

test("a resolution says what somebody vouched for, and whether that was enough", () => {
  const said = { outcome: "executed", effectId: "re_1" };
  expect(deedOf({ type: "intent.resolve", data: { ...said, to: "succeeded" } })).toEqual({
    word: "Resolved the doubt",
    meaning: "It happened, with the effect id re_1.",
  });
  expect(deedOf({ type: "intent.resolve", data: { outcome: "not_executed", then: "fail", to: "in_doubt" } })).toEqual({
    word: "Said what happened",
    meaning: "It did not happen: end as failed. More people must say the same.",
  });
});

test("an order is told; the event of a decision is not, because the decision is", () => {
  expect(deedOf({ type: "intent.bypass_ordered", data: {} })?.word).toBe("Ordered a bypass");
  expect(deedOf({ type: "intent.approve", data: {} })).toBeNull();
  expect(deedOf({ type: "submission.recorded", data: {} })).toBeNull();
});

test("both stand in the order of time", () => {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const decisions = [
    { id: "dec_1", at: at(1) },
    { id: "dec_2", at: at(3) },
  ];
  expect(inOrder(decisions, [{ id: "evt_1", at: at(2) }]).map(({ id }) => id)).toEqual(["dec_1", "evt_1", "dec_2"]);
});
