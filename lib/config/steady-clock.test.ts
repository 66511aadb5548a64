import { expect, test } from "vitest";
import { makeSteadyClock } from "./steady-clock";

test("it goes on while the machine sleeps, and never runs ahead of it otherwise", () => {
  let [monotonicMs, uptimeMs] = [5_000, 90_000];
  const now = makeSteadyClock(
    () => monotonicMs,
    () => Math.floor(uptimeMs / 1_000) * 1_000,
  );
  const startMs = now();
  for (let turn = 0; turn < 50; turn += 1) {
    monotonicMs += 137;
    uptimeMs += 137;
    expect(now() - startMs).toBeCloseTo((turn + 1) * 137);
  }
  uptimeMs += 60_000; // asleep
  expect(now() - startMs).toBeGreaterThan(58_000 + 50 * 137);
});

test("on this machine it agrees with the monotonic clock", async () => {
  const now = makeSteadyClock();
  const [startMs, realMs] = [now(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(now() - startMs).toBeGreaterThanOrEqual(performance.now() - realMs - 1);
});
