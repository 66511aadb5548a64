import { expect, test } from "vitest";
import { parseLines, toLines } from "./lines";

const claim = {
  epoch: 3,
  attemptId: `att_${"0".repeat(26)}`,
  claimedAt: new Date(1_700_000_000_123),
  key: "a".repeat(64),
};

test("what was written is read", () => {
  expect(parseLines(toLines([claim, { ...claim, epoch: 4 }]))).toEqual([claim, { ...claim, epoch: 4 }]);
});

test("a line that a power cut left half written, or full of zeros, is left out; its neighbours are read", () => {
  const whole = toLines([claim]);
  expect(parseLines(`${whole}${whole.slice(0, 40)}`)).toEqual([claim]);
  expect(parseLines(`${whole}${"\0".repeat(80)}\n${whole}`)).toEqual([claim, claim]);
});
