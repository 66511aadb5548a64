import { describe, expect, test } from "vitest";
import { DAY_MS, lastPeriod, PERIOD_MAX_MS, periodBetween } from "./period";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 17, 20, 16, 44, 442);

describe("the last", () => {
  test.each([
    ["hour", HOUR_MS, 60_000, 60],
    ["24 hours", DAY_MS, HOUR_MS / 2, 48],
    ["7 days", 7 * DAY_MS, 3 * HOUR_MS, 56],
    ["30 days", 30 * DAY_MS, 12 * HOUR_MS, 60],
    ["90 days", 90 * DAY_MS, 2 * DAY_MS, 45],
    ["year", PERIOD_MAX_MS, 7 * DAY_MS, 53],
  ])("%s", (_name, lengthMs, widthMs, count) => {
    const period = lastPeriod(NOW, lengthMs);
    expect(period.widthMs).toBe(widthMs);
    expect(period.startsMs).toHaveLength(count);
    expect(period.startsMs.every((start) => start % widthMs === 0)).toBe(true);
    expect(period.startsMs[0]).toBe(period.fromMs);
    expect(period.toMs).toBe((period.startsMs.at(-1) ?? 0) + widthMs);
  });

  test("now is inside, whatever the instant, and buckets stay where they are until the next begins", () => {
    const first = lastPeriod(NOW, DAY_MS);
    expect(NOW).toBeGreaterThanOrEqual(first.startsMs.at(-1) ?? 0);
    expect(NOW).toBeLessThan(first.toMs);
    expect(lastPeriod(first.toMs - 1, DAY_MS)).toEqual(first);
    expect(lastPeriod(first.toMs, DAY_MS).fromMs).toBe(first.fromMs + first.widthMs);
  });
});

describe("a time that somebody named", () => {
  test("is exactly that: its ends are cut, what lies between begins at multiples", () => {
    const period = periodBetween(NOW - 90 * 60_000, NOW);
    expect(period).toMatchObject({ fromMs: NOW - 90 * 60_000, toMs: NOW, widthMs: 120_000 });
    expect(period.startsMs[0]).toBe(period.fromMs);
    expect(period.startsMs.slice(1).every((start) => start % 120_000 === 0)).toBe(true);
    expect(period.startsMs.at(-1)).toBeLessThan(NOW);
  });

  test("of one millisecond is one bucket", () => {
    expect(periodBetween(NOW, NOW + 1).startsMs).toEqual([NOW]);
  });

  test("of any length has at most one bucket more than the most", () => {
    for (let lengthMs = 1_000; lengthMs <= PERIOD_MAX_MS; lengthMs = Math.ceil(lengthMs * 1.07)) {
      const { startsMs } = periodBetween(NOW - lengthMs, NOW);
      expect(startsMs.length).toBeLessThanOrEqual(61);
      expect(startsMs.length).toBeGreaterThanOrEqual(1);
    }
  });
});
