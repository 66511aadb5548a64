import { expect, test } from "vitest";
import { STATE_KINDS } from "../transition/testing/samples";
import { countsTowardLimits } from "./counting";

test("what may have, or has had, an effect counts; everything else gives back", () => {
  const counting = STATE_KINDS.filter(countsTowardLimits).sort();
  expect(counting).toEqual(["cleared", "executing", "in_doubt", "partial", "succeeded"]);
});
