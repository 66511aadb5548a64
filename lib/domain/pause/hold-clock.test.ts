import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hold } from "../intent";
import { effectiveExpiry, holdClock, pausedMs, stoppedLeftMs } from "./hold-clock";
import type { PausedTime } from "./pause";

const held = (since: number, expiresAt: number): Hold => ({
  reasons: ["approval"],
  rule: null,
  approvalsNeeded: 1,
  role: "approver",
  approvals: [],
  since,
  expiresAt,
  escalatedAt: null,
});
const paused = (pausedAt: number, resumedAt: number | null): PausedTime => ({ pausedAt, resumedAt });

describe("a hold from 100 to 200", () => {
  const hold = held(100, 200);

  test.each([
    ["no pause", [], 150, 200],
    ["a pause before it", [paused(0, 100)], 150, 200],
    ["a pause that begins now", [paused(150, null)], 150, 200],
    ["a pause in it", [paused(110, 130)], 150, 220],
    ["a pause that has not ended", [paused(110, null)], 150, 240],
    ["a pause that began before it", [paused(0, 120)], 150, 220],
    ["two pauses apart", [paused(110, 120), paused(130, 140)], 150, 220],
    ["two pauses that overlap", [paused(110, 130), paused(120, 140)], 150, 230],
    ["one pause inside another", [paused(110, 140), paused(120, 130)], 150, 230],
    ["two that touch", [paused(110, 120), paused(120, 130)], 150, 220],
    ["the same twice", [paused(110, 130), paused(110, 130)], 150, 220],
    ["one that outlasts the others", [paused(120, null), paused(110, 115)], 150, 235],
    ["a look long after the end", [paused(150, 250)], 300, 300],
    ["a pause that ended when it began", [paused(120, 120)], 150, 200],
    ["a clock that went backwards", [paused(130, 120)], 150, 200],
    ["a look before its start", [paused(0, null)], 90, 200],
  ])("%s", (_, pauses, at, expiresAt) => {
    expect(holdClock(hold, pauses, at).expiresAt).toBe(expiresAt);
  });

  test("a hold that was over before the pause began stays over", () => {
    const { expiresAt } = holdClock(hold, [paused(250, null)], 1_000);
    expect(expiresAt).toBeLessThan(1_000);
  });

  test("while it is paused no end is told; afterwards the end that really comes", () => {
    expect(effectiveExpiry(hold, [])).toBe(200);
    expect(effectiveExpiry(hold, [paused(110, null)])).toBeNull();
    expect(effectiveExpiry(hold, [paused(110, 130), paused(120, 150)])).toBe(240);
    expect(effectiveExpiry(hold, [paused(0, 50)])).toBe(200);
  });

  test("while it is paused it is told how long there will be after a resume", () => {
    expect(stoppedLeftMs(hold, [])).toBeNull();
    expect(stoppedLeftMs(hold, [paused(110, 130)])).toBeNull();
    expect(stoppedLeftMs(hold, [paused(110, null)])).toBe(90);
    expect(stoppedLeftMs(hold, [paused(110, 130), paused(150, null)])).toBe(70);
    expect(stoppedLeftMs(hold, [paused(110, null), paused(120, 180), paused(190, null)])).toBe(90);
    expect(stoppedLeftMs(hold, [paused(0, null)])).toBe(100);
    expect(stoppedLeftMs(hold, [paused(250, null)])).toBe(0);
  });

  test("nothing but the clock is touched", () => {
    const told = { ...hold, escalatedAt: 180, reasons: ["drift" as const] };
    expect(holdClock(told, [paused(110, 120)], 190)).toEqual({ ...told, since: 190, expiresAt: 210 });
  });
});

const instant = fc.integer({ min: 0, max: 60 });
const pausesArb = fc.array(
  fc.tuple(instant, instant, fc.boolean()).map(([from, forMs, ended]) => paused(from, ended ? from + forMs : null)),
  { maxLength: 5 },
);
const holdArb = fc.tuple(instant, instant).map(([since, lengthMs]) => held(since, since + lengthMs));

/** The slow truth: one look a millisecond. */
function ranMs(pauses: PausedTime[], from: number, to: number): number {
  let ran = 0;
  for (let at = from; at < to; at += 1) {
    if (!pauses.some(({ pausedAt, resumedAt }) => pausedAt <= at && (resumedAt === null || at < resumedAt))) ran += 1;
  }
  return ran;
}

test("C1: what is left shrinks exactly by the time outside of pauses", () => {
  fc.assert(
    fc.property(holdArb, pausesArb, instant, (hold, pauses, laterMs) => {
      const at = hold.since + laterMs;
      const left = holdClock(hold, pauses, at).expiresAt - at;
      expect(left).toBe(hold.expiresAt - hold.since - ranMs(pauses, hold.since, at));
      expect(pausedMs(pauses, hold.since, at) + ranMs(pauses, hold.since, at)).toBe(laterMs);
    }),
  );
});

test("C2: looking in between, and storing what was seen, changes nothing about the end", () => {
  fc.assert(
    fc.property(holdArb, pausesArb, fc.array(instant, { maxLength: 4 }), instant, (hold, pauses, looks, laterMs) => {
      const at = hold.since + laterMs;
      const between = looks.map((ms) => hold.since + Math.min(ms, laterMs)).sort((a, b) => a - b);
      const seen = between.reduce((clock, look) => holdClock(clock, pauses, look), hold);
      expect(holdClock(seen, pauses, at).expiresAt).toBe(holdClock(hold, pauses, at).expiresAt);
    }),
  );
});

test("C2: a second look at the same instant gives the very same hold", () => {
  fc.assert(
    fc.property(holdArb, pausesArb, instant, (hold, pauses, laterMs) => {
      const at = hold.since + laterMs;
      const once = holdClock(hold, pauses, at);
      expect(holdClock(once, pauses, at)).toBe(once);
    }),
  );
});

test("the very same object comes back exactly when no pause stopped the clock", () => {
  fc.assert(
    fc.property(holdArb, pausesArb, instant, (hold, pauses, laterMs) => {
      const at = hold.since + laterMs;
      expect(holdClock(hold, pauses, at) === hold).toBe(pausedMs(pauses, hold.since, at) === 0);
    }),
  );
});

test("the order in which pauses are told does not matter", () => {
  fc.assert(
    fc.property(holdArb, pausesArb, instant, (hold, pauses, at) => {
      expect(holdClock(hold, pauses.toReversed(), at)).toEqual(holdClock(hold, pauses, at));
    }),
  );
});
