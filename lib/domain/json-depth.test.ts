import { expect, test } from "vitest";
import { isDeeperThan, isValueDeeperThan } from "./json-depth";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("exactly the bound is not deeper, in text and in values", () => {
  for (const [levels, deeper] of [
    [64, false],
    [65, true],
  ] as const) {
    expect(isDeeperThan(nested(levels), 64)).toBe(deeper);
    expect(isValueDeeperThan(JSON.parse(nested(levels)), 64)).toBe(deeper);
  }
});

test("brackets inside strings do not count", () => {
  expect(isDeeperThan(JSON.stringify({ a: '\\"[[[[', b: "{{{{" }), 1)).toBe(false);
});

test("a cycle is deeper than any bound", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  expect(isValueDeeperThan(cycle, 64)).toBe(true);
});

test("more brackets than the bound, side by side or inside strings, are not deeper", () => {
  const wide = Array.from({ length: 100 }, () => ({ text: "[{" }));
  expect(isDeeperThan(JSON.stringify(wide), 2)).toBe(false);
  expect(isDeeperThan(JSON.stringify(wide), 1)).toBe(true);
});
