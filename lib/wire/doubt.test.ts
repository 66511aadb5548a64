import { expect, test } from "vitest";
import { ResolutionBody } from "./doubt";
import { IntentListQuery } from "./intent-list";

test("a person may name every effect id that a list can be searched for", () => {
  const named = (length: number) => ({ outcome: "executed", effectId: "x".repeat(length), evidence: "Seen." });
  const accepts = (length: number) => [
    ResolutionBody.safeParse(named(length)).success,
    IntentListQuery.safeParse({ effectId: "x".repeat(length) }).success,
  ];
  expect([accepts(4_000), accepts(4_001)]).toEqual([
    [true, true],
    [false, false],
  ]);
});
