import { expect, test } from "vitest";
import { heldWords } from "./held-words";

test.each([
  ["lookalike", "because it resembles another intent (look-alike)"],
  ["variant", "because it resembles another intent (variant)"],
  ["limit", "because a limit would be passed (limit)"],
  ["drift", "because other values were asked for (drift)"],
] as const)("what a %s held is not told as held by a rule that clears", (reason, because) => {
  expect(heldWords({ verdict: "hold", reasons: [reason] })).toEqual({ because, isByPolicy: false });
});

test("where policy asked for a person as well, both are told", () => {
  expect(heldWords({ verdict: "hold", reasons: ["approval", "variant", "limit"] })).toEqual({
    because: "because it resembles another intent (variant) and a limit would be passed (limit)",
    isByPolicy: true,
  });
});

test("what policy alone held, and what is no hold, is told by its rule", () => {
  expect(heldWords({ verdict: "hold", reasons: ["approval"] })).toBeNull();
  expect(heldWords({ verdict: "hold" })).toBeNull();
  expect(heldWords({ verdict: "clear" })).toBeNull();
});
