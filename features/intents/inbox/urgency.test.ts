import { expect, test } from "vitest";
import { leftWords, stoppedWords, urgencyOf } from "./urgency";

test.each([
  [86_400_000, "calm", "1 d left"],
  [900_001, "calm", "15 min left"],
  [900_000, "soon", "only 15 min left"],
  [60_001, "soon", "only 1 min left"],
  [60_000, "last", "last 1 min"],
  [42_000, "last", "last 42 s"],
  [0, "over", "time is over"],
  [-5, "over", "time is over"],
])("%d ms are told as %s", (leftMs, urgency, words) => {
  expect(urgencyOf(leftMs)).toBe(urgency);
  expect(leftWords(leftMs)).toBe(words);
});

test("a clock that stands still tells what is left of it", () => {
  expect(stoppedWords(7_200_000)).toBe("2 h left, stopped");
});
