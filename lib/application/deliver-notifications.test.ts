import { expect, test } from "vitest";
import { ATTEMPTS_MAX, retryDelayMs } from "./deliver-notifications";

const delays = (jitter: number) => Array.from({ length: ATTEMPTS_MAX }, (_, index) => retryDelayMs(index + 1, jitter));

test("retries wait twice as long each time, up to two hours, and never for more than a day in all", () => {
  const longest = delays(1);
  expect(longest.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000]);
  expect(Math.max(...longest)).toBe(7_200_000);
  expect(longest.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(86_400_000);
});

test("jitter spreads retries over the upper half of the delay", () => {
  expect(delays(0)).toEqual(delays(1).map((ms) => ms / 2));
});
