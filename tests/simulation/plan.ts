/**
 * What a seed means: how many of everything, and how much goes wrong. Each kind of trouble is left out of half of the
 * runs or more: where everything fails at once, little of interest is ever reached, and small worlds are quick.
 */
import type { Mutant } from "./mutants";
import type { Random } from "./random";

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
  /** The downstream acts, and then says that it did not. */
  denial: number;
  /** A downstream is away for a while; `crowd`: from the start, while many want the same tool of one worker. */
  outage: number;
  crowd: boolean;
  /** The store's clock is set anew; `jumpMs` is how far apart it can be from itself at most. */
  jump: number;
  jumpMs: number;
  /** Further than that, so that the processes notice; then nothing smaller happens to it. */
  farJumps: boolean;
  /** An agent asks again in other words, or for something else. */
  reworded: number;
  drifted: number;
  /** An agent sends a key of its own, or one that it used for something else before. */
  callerKeys: number;
  keyReuse: number;
  meddling: number;
  pausing: number;
  limits: boolean;
  grants: boolean;
  bypassing: number;
  publishing: number;
  erasing: number;
  /** What a person says of a doubt is not so. */
  wrongness: number;
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
  denial: 0,
  outage: 0,
  crowd: false,
  jump: 0,
  jumpMs: 0,
  farJumps: false,
  reworded: 0,
  drifted: 0,
  callerKeys: 0,
  keyReuse: 0,
  meddling: 0,
  pausing: 0,
  limits: false,
  grants: false,
  bypassing: 0,
  publishing: 0,
  erasing: 0,
  wrongness: 0,
};

/** What the margins of leases, windows and absence carry between them. */
export const JUMP_MAX_MS = 3_000;
/** No margin carries that; the windows of limits and grants are still longer than a world. */
export const FAR_JUMP_MAX_MS = 240_000;

type Jumps = Pick<Plan, "jump" | "jumpMs" | "farJumps"> & Partial<Plan>;

function jumpsFor(mutant: Mutant | null, random: Random, usual: number): Jumps {
  const isAbout = mutant === "jumped_clock" || mutant === "waits_by_clock";
  const farJumps = isAbout || random.chance(0.5);
  // What it breaks shows only where a request is on its way longer than its worker is there for it.
  const outlived = mutant === "waits_by_clock" ? { crash: 0.05, freeze: 0.03, downstream: 0.9 } : {};
  return { farJumps, jumpMs: farJumps ? 0 : JUMP_MAX_MS, jump: isAbout ? random.next() : usual, ...outlived };
}

export function drawPlan(random: Random, mutant: Mutant | null): Plan {
  const sometimes = (most: number, share = 0.5) => (random.chance(share) ? random.next() * most : 0);
  const rarely = (most: number) => sometimes(most, 0.2);
  // A circuit opens only for a worker that has met silence many times.
  const crowd = random.chance(0.04);
  return {
    crowd,
    workerCount: crowd ? 1 : 1 + random.below(3),
    slots: 1 + random.below(3),
    webCount: 1 + random.below(2),
    actionCount: crowd ? 6 + random.below(3) : 1 + random.below(5),
    troubleMs: 20_000 + random.below(35_000),
    sweepIntervalMs: 7_000,
    crash: crowd ? 0 : sometimes(0.05),
    freeze: sometimes(0.03),
    stop: sometimes(0.02),
    storeLoss: sometimes(0.15),
    slowness: sometimes(0.2),
    wakeLost: sometimes(0.8),
    wakeRepeated: sometimes(0.8),
    wipe: sometimes(0.3),
    downstream: sometimes(0.9),
    denial: rarely(0.5),
    outage: rarely(0.3),
    ...jumpsFor(mutant, random, rarely(0.8)),
    reworded: sometimes(0.6),
    drifted: sometimes(0.4),
    callerKeys: rarely(1),
    keyReuse: sometimes(1),
    meddling: sometimes(0.7),
    pausing: rarely(0.5),
    limits: random.chance(0.15),
    grants: random.chance(0.15),
    bypassing: rarely(0.6),
    publishing: rarely(0.6),
    erasing: rarely(0.6),
    wrongness: rarely(1),
  };
}
