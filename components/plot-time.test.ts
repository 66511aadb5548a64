import { expect, test } from "vitest";
import { spanWords, timeTicks } from "./plot-time";

const HOUR_MS = 3_600_000;
const local = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  ["an hour", local(17, 13, 7), HOUR_MS, 6],
  ["a day", local(16, 20, 30), 24 * HOUR_MS, 6],
  ["a week", local(10, 21), 168 * HOUR_MS, 7],
  ["a month", local(1, 12), 720 * HOUR_MS, 7],
  ["a quarter", local(1, 12), 2_160 * HOUR_MS, 4],
])("lines of %s are at round times inside it, few enough to be read", (_name, fromMs, lengthMs, most) => {
  const ticks = timeTicks({ fromMs, toMs: fromMs + lengthMs }, most);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(most + 1);
  for (const { place } of ticks) {
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(1);
    const at = new Date(fromMs + place * lengthMs);
    expect(at.getSeconds() + at.getMilliseconds()).toBe(0);
  }
});

test("midnight is told by its day, other times by the clock", () => {
  const fromMs = local(16, 20, 30);
  const labels = timeTicks({ fromMs, toMs: fromMs + 24 * HOUR_MS }, 6).map(({ label }) => label);
  expect(labels).toEqual(["Nov 17", "04:00", "08:00", "12:00", "16:00", "20:00"]);
});

test.each([
  [local(17, 14), local(17, 14, 30), "Nov 17, 14:00 – 14:30"],
  [local(17, 23, 30), local(18), "Nov 17, 23:30 – Nov 18, 00:00"],
  [local(17), local(18), "Nov 17"],
  [local(17), local(19), "Nov 17 – Nov 18"],
])("a span in words", (fromMs, toMs, words) => {
  expect(spanWords({ fromMs, toMs })).toBe(words);
});
