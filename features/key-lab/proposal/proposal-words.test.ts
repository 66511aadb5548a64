import { expect, test } from "vitest";
import { endedWords } from "./proposal-words";

const ANN = { id: "opr_1", name: "Ann" };

test.each([
  ["published", ANN, 3, "It was confirmed by Ann and is version 3 now."],
  ["withdrawn", ANN, null, "It was taken back by Ann. Nothing was published."],
  ["replaced", ANN, null, "It was replaced by another proposal, of Ann. Nothing was published."],
  ["void", null, null, "Another version was published meanwhile. It must be proposed again, over that one."],
  ["expired", null, null, "Nobody confirmed it in time. Nothing was published."],
] as const)("a proposal that is %s says so", (state, endedBy, version, words) => {
  expect(endedWords({ state, endedBy, version })).toBe(words);
});
