import { describe, expect, test } from "vitest";
import { atLeast, atMost, figure, ratio, ratioRow } from "./ratio";

const verdictOf = (value: number, goal: Parameters<typeof figure>[3]) => figure("x", 1, value, goal).goal?.verdict;

describe("goals", () => {
  test("a figure that is exactly at a goal has met it, on both sides", () => {
    expect([0.59, 0.6, 0.99, 1].map((value) => verdictOf(value, atLeast(0.6, 1)))).toEqual([
      "SHORT",
      "reached",
      "reached",
      "aim met",
    ]);
    expect([61, 60, 41, 40].map((value) => verdictOf(value, atMost(60, 40)))).toEqual([
      "SHORT",
      "reached",
      "reached",
      "aim met",
    ]);
  });

  test("one goal alone is either met or not", () => {
    expect(verdictOf(5, atMost(5))).toBe("aim met");
    expect(verdictOf(5.01, atMost(5))).toBe("SHORT");
    expect(ratioRow(figure("x", 1, 6, atMost(5)))).not.toContain("reach ");
  });
});

describe("ratios", () => {
  test("without both sides there is none, and nothing is divided by zero", () => {
    expect(ratio("x", 1, { over: 1, under: undefined })).toBeNull();
    expect(ratio("x", 1, { over: null, under: 1 })).toBeNull();
    expect(ratio("x", 1, { over: 1, under: 0 })).toBeNull();
    expect(ratio("x", 1, { over: 3, under: 2 })?.value).toBe(1.5);
  });

  test("a row says what is to be reached, what is aimed for, and how it stands", () => {
    expect(ratioRow(figure("rate", 32, 12_345, atLeast(10_000, 15_000)))).toMatch(
      /^rate +32 +12,345 +reach ≥ 10,000 +aim ≥ 15,000 +reached$/,
    );
  });
});
