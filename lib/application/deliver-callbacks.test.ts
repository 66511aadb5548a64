import { expect, test } from "vitest";
import { LASTS_MS, nextRetryMs } from "./deliver-callbacks";

test("retries wait twice as long each time, up to six hours, and never less than half of it", () => {
  const most = [1, 2, 3, 13, 14, 60].map((attempt) => nextRetryMs(attempt, 0, 0.999_999_999_99));
  expect(most).toEqual([5_000, 10_000, 20_000, 20_480_000, 21_600_000, 21_600_000]);
  const least = [1, 2, 60].map((attempt) => nextRetryMs(attempt, 0, 0));
  expect(least).toEqual([2_500, 5_000, 10_800_000]);
});

test("nobody is told after three days, and until then an endpoint that is away is asked at least twenty times", () => {
  for (const jitter of [0, 0.5, 0.999]) {
    let [ageMs, attempts] = [0, 1];
    for (let delay = nextRetryMs(1, 0, jitter); delay !== null; delay = nextRetryMs(attempts, ageMs, jitter)) {
      ageMs += delay;
      attempts += 1;
    }
    expect(ageMs).toBeLessThanOrEqual(LASTS_MS);
    expect(ageMs).toBeGreaterThan(LASTS_MS - 7 * 3_600_000);
    expect(attempts).toBeGreaterThan(20);
  }
});
