import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClockJump, jumpedSince, mostForwardMs, untoldOf, withJumps } from "./clock-jumps";
import { isOver } from "./gate/match";
import type { Intent } from "./intent";
import { SAMPLES, T, TERMS } from "./transition/testing/samples";
import { transition } from "./transition/transition";

const HOUR = 3_600_000;
const forward: ClockJump = { beforeAt: T + 10, afterAt: T + 10 + HOUR };
const back: ClockJump = { beforeAt: T + 10, afterAt: T + 10 - HOUR };
const intentOf = (name: string) => SAMPLES[name] as Intent;

test("J1: after a jump forward a key's window goes on for as long as it should have", () => {
  const ended = withJumps(intentOf("succeeded"), [forward]);
  expect(isOver(intentOf("succeeded"), T + HOUR)).toBe(true); // the defect, without the jumps
  expect(isOver(ended, T + HOUR + TERMS.windowMs - 1)).toBe(false);
  expect(isOver(ended, T + HOUR + TERMS.windowMs)).toBe(true);
});

test("J1: what ended after the jump is not prolonged by it", () => {
  expect(jumpedSince([forward], forward.afterAt)).toEqual({ forwardMs: 0, backMs: 0 });
});

test("J2: after a jump back the downstream's window ends when it is over in steady time, though the clock says it is open", () => {
  const frozen = intentOf("cleared, frozen");
  const claim = { type: "claim", at: T + 20, attemptId: "att_2" } as const;
  expect(transition(frozen, claim)).toMatchObject({ next: { state: { kind: "executing" } } });
  expect(transition(withJumps(frozen, [back]), claim)).toMatchObject({ next: { state: { kind: "in_doubt" } } });
});

test("J2: a jump forward never keeps the downstream's window open longer than the clock says", () => {
  expect(withJumps(intentOf("cleared, frozen"), [forward]).terms.honoursKeyMs).toBe(TERMS.honoursKeyMs);
});

test("J3: a lease that is over by the clock alone is held", () => {
  const running = intentOf("executing");
  const lost = { type: "lose_lease", at: T + HOUR, jitter: 0 } as const;
  expect(transition(running, lost)).toMatchObject({ ok: true }); // the defect, without the jumps
  expect(transition(withJumps(running, [forward]), lost)).toMatchObject({ refusal: { code: "lease_held" } });
  const later = { ...lost, at: T + HOUR + HOUR };
  expect(transition(withJumps(running, [forward]), later)).toMatchObject({ ok: true });
});

test("J3: an absence that was asked for too early in steady time proves nothing", () => {
  const doubted = intentOf("in_doubt");
  const asked = { type: "probe", at: T + HOUR, askedAt: T + HOUR, result: { kind: "absent" } } as const;
  expect(transition(doubted, asked)).toMatchObject({ next: { attempts: { mayHaveActed: false } } }); // the defect
  expect(transition(withJumps(doubted, [forward]), asked)).toMatchObject({ next: { state: { kind: "in_doubt" } } });
});

test("a clock that was set wrong and right again changes nothing for what was on record before and after", () => {
  const repaired = [forward, { beforeAt: forward.afterAt + 5, afterAt: T + 15 }];
  expect(jumpedSince(repaired, T)).toEqual({ forwardMs: 0, backMs: 0 });
  expect(jumpedSince(repaired, T + 20)).toEqual({ forwardMs: 0, backMs: 0 });
  expect(jumpedSince(repaired, forward.afterAt + 1)).toMatchObject({ backMs: HOUR });
});

test("whatever the clock does, both windows err to the safe side of steady time", () => {
  const jump = fc.integer({ min: -500, max: 500 }).filter((ms) => ms !== 0);
  const stretch = fc.record({ runsMs: fc.integer({ min: 1, max: 400 }), jump });
  const story = fc.record({
    stretches: fc.array(stretch, { maxLength: 5 }),
    lastMs: fc.nat(400),
    record: fc.nat(2_000),
  });
  fc.assert(
    fc.property(story, ({ stretches, lastMs, record }) => {
      let clock = 10_000;
      let steady = 0;
      let recorded: { at: number; steady: number } | null = null;
      const jumps: ClockJump[] = [];
      const run = (ms: number) => {
        if (recorded === null && steady + ms >= record) recorded = { at: clock + (record - steady), steady: record };
        clock += ms;
        steady += ms;
      };
      for (const { runsMs, jump: byMs } of stretches) {
        run(runsMs);
        jumps.push({ beforeAt: clock, afterAt: clock + byMs });
        clock += byMs;
      }
      run(lastMs);
      const { at, steady: since } = recorded ?? { at: clock, steady };
      const { forwardMs, backMs } = jumpedSince(jumps, at);
      const elapsed = clock - at;
      expect(elapsed - forwardMs).toBeLessThanOrEqual(steady - since); // J1
      expect(elapsed + backMs).toBeGreaterThanOrEqual(steady - since); // J2
      expect(mostForwardMs(jumps)).toBeGreaterThanOrEqual(forwardMs);
    }),
    { numRuns: 2_000, seed: 33 },
  );
});

test("a jump that another process has told of is told once, however late it is noticed", () => {
  const hourLater = { beforeAt: forward.beforeAt + 3_600_000, afterAt: forward.afterAt + 3_600_000 };
  expect(untoldOf(hourLater, [forward])).toBeNull();
  expect(untoldOf(hourLater, [back, forward])).toBeNull();
});

test("a clock that goes ahead, back and ahead again has jumped three times", () => {
  const again = { beforeAt: forward.beforeAt + 9_000, afterAt: forward.afterAt + 9_000 };
  expect(untoldOf(again, [])).toEqual(again);
});

test("of two jumps, one of them on record, the other one is told", () => {
  const both = { beforeAt: forward.beforeAt - 200_000, afterAt: forward.afterAt };
  const told = untoldOf(both, [forward]);
  expect(told).toEqual({ beforeAt: forward.afterAt - 200_000, afterAt: forward.afterAt });
});
