import { describe, expect, test } from "vitest";
import { countScale, durationScale } from "./plot-ticks";

describe("counts", () => {
  test.each([
    [0, ["0", "1"]],
    [1, ["0", "1"]],
    [3, ["0", "1", "2", "3"]],
    [7, ["0", "5", "10"]],
    [42, ["0", "20", "40", "60"]],
    [1_204, ["0", "500", "1K", "1.5K"]],
    [2_500_000, ["0", "1M", "2M", "3M"]],
  ])("up to %i", (max, labels) => {
    const { ticks, placeOf } = countScale(max);
    expect(ticks.map(({ label }) => label)).toEqual(labels);
    expect(ticks[0]?.place).toBe(0);
    expect(ticks.at(-1)?.place).toBe(1);
    expect(placeOf(max)).toBeLessThanOrEqual(1);
  });

  test("never a half, never more lines than can be read, never less than what is shown", () => {
    for (let max = 0; max < 100_000; max = Math.ceil(max * 1.3) + 1) {
      const { ticks, placeOf } = countScale(max);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(placeOf(max)).toBeLessThanOrEqual(1);
    }
  });
});

describe("durations", () => {
  test.each([
    [
      [4_000, 50_000],
      ["1 s", "10 s", "1 min"],
    ],
    [
      [1_000, 1_000],
      ["1 s", "10 s"],
    ],
    [
      [20, 20],
      ["0.1 s", "1 s"],
    ],
    [
      [90_000, 86_400_000],
      ["1 min", "10 min", "1 h", "6 h", "1 d"],
    ],
  ])("%j", (values, labels) => {
    const { ticks, placeOf } = durationScale(values);
    expect(ticks.map(({ label }) => label)).toEqual(labels);
    for (const value of values) {
      expect(placeOf(value)).toBeGreaterThanOrEqual(0);
      expect(placeOf(value)).toBeLessThanOrEqual(1);
    }
  });
});
