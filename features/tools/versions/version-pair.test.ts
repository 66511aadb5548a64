import { expect, test } from "vitest";
import { pairPath, parsePair } from "./version-pair";

test.each<[string, number, ReturnType<typeof parsePair>]>([
  ["", 5, { from: 4, to: 5 }],
  ["", 1, null],
  ["from=2&to=4", 5, { from: 2, to: 4 }],
  ["from=4&to=2", 5, { from: 4, to: 2 }],
  ["from=5&to=2", 5, { from: 5, to: 2 }],
  ["to=3", 5, { from: 2, to: 3 }],
  ["from=2", 5, { from: 2, to: 5 }],
  ["from=9&to=4", 5, { from: 3, to: 4 }],
  ["from=x&to=0", 5, { from: 4, to: 5 }],
  ["to=1", 5, { from: 4, to: 5 }],
])("%j of %d versions compares %j", (search, newest, pair) => {
  expect(parsePair(new URLSearchParams(search), newest)).toEqual(pair);
});

test("a comparison has an address of its own", () => {
  expect(pairPath("a.b", { from: 1, to: 2 })).toBe("/tools/a.b/versions?from=1&to=2");
});
