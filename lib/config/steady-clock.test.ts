import { expect, test } from "vitest";
import { makeSteadyClock } from "./steady-clock";

/** A machine whose time since boot is told in whole seconds. */
function machine() {
  const clocks = { monotonicMs: 5_000, uptimeMs: 90_000, wallMs: 1_700_000_000_000 };
  let lookCount = 0;
  const now = makeSteadyClock({
    monotonicMs: () => clocks.monotonicMs,
    uptimeMs: () => {
      lookCount += 1;
      return Math.floor(clocks.uptimeMs / 1_000) * 1_000;
    },
    wallMs: () => clocks.wallMs,
  });
  const startMs = now();
  const startCount = lookCount;
  return {
    elapsedMs: () => now() - startMs,
    lookCount: () => lookCount - startCount,
    awake(ms: number) {
      clocks.monotonicMs += ms;
      clocks.uptimeMs += ms;
      clocks.wallMs += ms;
    },
    asleep(ms: number) {
      clocks.uptimeMs += ms;
      clocks.wallMs += ms;
    },
    setWall(byMs: number) {
      clocks.wallMs += byMs;
    },
  };
}

test("the first reading after a sleep counts it, and it never runs ahead of the machine otherwise", () => {
  const { elapsedMs, awake, asleep } = machine();
  for (let turn = 1; turn <= 50; turn += 1) {
    awake(137);
    expect(elapsedMs()).toBeCloseTo(turn * 137);
  }
  asleep(60_000);
  const afterMs = elapsedMs();
  expect(afterMs).toBeGreaterThan(58_000 + 50 * 137);
  expect(afterMs).toBeLessThanOrEqual(60_000 + 50 * 137);
  awake(40);
  expect(elapsedMs()).toBeCloseTo(afterMs + 40);
});

test("a wall clock that is set, ahead or back, moves nothing", () => {
  const { elapsedMs, awake, setWall } = machine();
  for (const byMs of [3_600_000, -7_200_000, 86_400_000]) {
    setWall(byMs);
    expect(elapsedMs()).toBe(0);
  }
  awake(20);
  expect(elapsedMs()).toBeCloseTo(20);
});

test("a sleep that the wall clock hides is counted a second after the last look", () => {
  const { elapsedMs, awake, asleep, setWall } = machine();
  asleep(60_000);
  setWall(-60_000);
  awake(1_000);
  expect(elapsedMs()).toBeGreaterThan(58_000);
});

test("it never goes back, however coarsely the time since boot is told", () => {
  const { elapsedMs, awake, asleep } = machine();
  let lastMs = 0;
  for (let turn = 0; turn < 200; turn += 1) {
    awake(313);
    if (turn % 20 === 0) asleep(7_777);
    const ms = elapsedMs();
    expect(ms).toBeGreaterThanOrEqual(lastMs);
    lastMs = ms;
  }
});

test("the time since boot is looked up once a second at most while nothing happens", () => {
  const { elapsedMs, awake, lookCount } = machine();
  for (let turn = 0; turn < 10_000; turn += 1) {
    awake(1);
    elapsedMs();
  }
  expect(lookCount()).toBe(10);
});

test("on this machine it does not fall behind the monotonic clock", async () => {
  const now = makeSteadyClock();
  const [startMs, realMs] = [now(), performance.now()];
  await expect.poll(() => performance.now() - realMs).toBeGreaterThan(20);
  const passedMs = performance.now() - realMs;
  expect(now() - startMs).toBeGreaterThanOrEqual(passedMs);
});
