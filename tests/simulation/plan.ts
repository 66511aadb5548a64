/**
 * What a seed means: how many of everything, and how much goes wrong. Each kind of trouble is left out of half of the
 * runs: where everything fails at once, little of interest is ever reached.
 */
import type { Random } from "./random";

export type Mutant = "no_fence" | "no_attempt_check" | "effect_before_claim" | "blind_retry" | "no_last_look";

export type Plan = {
  workerCount: number;
  slots: number;
  webCount: number;
  actionCount: number;
  troubleMs: number;
  sweepIntervalMs: number;
  /** Before a step of a web or a worker. */
  crash: number;
  freeze: number;
  /** A worker is told to stop and replaced, in mid-work. */
  stop: number;
  /** The store is asked and nobody hears it, or it acts and its answer is lost. */
  storeLoss: number;
  slowness: number;
  wakeLost: number;
  wakeRepeated: number;
  wipe: number;
  /** A request to the downstream: not connected, turned away, failed, answered to nobody, late. */
  downstream: number;
  /** An agent asks again in other words, or for something else. */
  reworded: number;
  drifted: number;
  meddling: number;
};

export const NO_TROUBLE: Plan = {
  workerCount: 2,
  slots: 1,
  webCount: 1,
  actionCount: 2,
  troubleMs: 0,
  sweepIntervalMs: 18_000,
  crash: 0,
  freeze: 0,
  stop: 0,
  storeLoss: 0,
  slowness: 0,
  wakeLost: 0,
  wakeRepeated: 0,
  wipe: 0,
  downstream: 0,
  reworded: 0,
  drifted: 0,
  meddling: 0,
};

export function drawPlan(random: Random): Plan {
  const sometimes = (most: number) => (random.chance(0.5) ? random.next() * most : 0);
  return {
    workerCount: 1 + random.below(3),
    slots: 1 + random.below(3),
    webCount: 1 + random.below(2),
    actionCount: 1 + random.below(5),
    troubleMs: 20_000 + random.below(35_000),
    sweepIntervalMs: 7_000,
    crash: sometimes(0.05),
    freeze: sometimes(0.03),
    stop: sometimes(0.02),
    storeLoss: sometimes(0.15),
    slowness: sometimes(0.2),
    wakeLost: sometimes(0.8),
    wakeRepeated: sometimes(0.8),
    wipe: sometimes(0.3),
    downstream: sometimes(0.9),
    reworded: sometimes(0.6),
    drifted: sometimes(0.4),
    meddling: sometimes(0.7),
  };
}
