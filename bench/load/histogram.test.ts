import { describe, expect, test } from "vitest";
import { makeHistogram } from "./histogram";

describe("histogram", () => {
  test("a percentile is within one percent of the sorted samples", () => {
    const histogram = makeHistogram();
    const samples = Array.from({ length: 10_000 }, (_, index) => 0.05 + ((index * 7_919) % 10_000) / 100);
    for (const ms of samples) histogram.add(ms);
    const sorted = samples.toSorted((left, right) => left - right);
    for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
      const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
      expect(Math.abs(histogram.percentile(share) / exact - 1)).toBeLessThan(0.01);
    }
    expect(histogram.count()).toBe(10_000);
  });

  test("nothing measured has no percentile, and no value is too small or too large", () => {
    const histogram = makeHistogram();
    expect(histogram.percentile(0.5)).toBe(0);
    for (const ms of [0, -1, 1e12]) histogram.add(ms);
    expect(histogram.count()).toBe(3);
    expect(histogram.percentile(1)).toBeGreaterThan(1_000_000);
  });
});
