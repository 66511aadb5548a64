/** Calls between processes: they arrive late, twice never, sometimes not at all, and so do their answers. */
import { StoreUnavailableError } from "@/lib/store/errors";
import type { Plan } from "./plan";
import type { Random } from "./random";
import type { Process, Scheduler } from "./scheduler";

export type Wire = {
  /** How long something takes that usually takes no time. */
  latencyMs(mostMs?: number): number;
  /** Asks the store. What arrives is done whole; whether the caller hears of it is another matter. */
  ask<T>(caller: Process, label: string, work: () => T): Promise<T>;
};

const USUAL_MS = 4;
const SLOW_MS = 20_000;
/** How long a caller waits for a store that does not answer. */
const GIVE_UP_MS = 5_000;

/** Made once: an exception of its own for each would cost more than the rest of a step. */
const NOT_HEARD = new StoreUnavailableError("the store did not hear it");
const ANSWER_LOST = new StoreUnavailableError("the answer was lost");

/** What a caller will learn is part of what it knows (`explore`). */
export type OnResult = (caller: Process, result: unknown) => void;

export type WireDeps = {
  scheduler: Scheduler;
  random: Random;
  plan: Plan;
  isTroubled: () => boolean;
  onResult?: OnResult | undefined;
};

export function makeWire({ scheduler, random, plan, isTroubled, onResult }: WireDeps): Wire {
  function latencyMs(mostMs = SLOW_MS): number {
    const isSlow = isTroubled() && random.chance(plan.slowness);
    return isSlow ? random.skewed(0, mostMs) : random.below(USUAL_MS);
  }

  function ask<T>(caller: Process, label: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (delayMs: number, error: unknown) =>
        scheduler.after(delayMs, `${label}: failed`, caller, () => reject(error));
      const loses = () => isTroubled() && random.chance(plan.storeLoss / 2);
      if (loses()) {
        fail(GIVE_UP_MS, NOT_HEARD);
        return;
      }
      const arrive = () => {
        const result = work();
        onResult?.(caller, result);
        if (loses()) fail(GIVE_UP_MS, ANSWER_LOST);
        else scheduler.after(latencyMs(), `${label}: answered`, caller, () => resolve(result));
      };
      scheduler.after(latencyMs(GIVE_UP_MS), `${caller.name} → store: ${label}`, null, arrive, true);
    });
  }

  return { latencyMs, ask };
}
