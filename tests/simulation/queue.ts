/** Wake-ups: lost, repeated, late, out of order, and all of them wiped. A hint, never the truth. */
import type { Plan } from "./plan";
import type { Random } from "./random";
import type { Pending, Scheduler } from "./scheduler";
import type { Wire } from "./wire";
import type { SimulatedWorker } from "./worker";

export type QueueDeps = {
  scheduler: Scheduler;
  random: Random;
  plan: Plan;
  wire: Wire;
  isTroubled: () => boolean;
  workers: () => SimulatedWorker[];
};

const REPEATS_MAX = 3;
const LATE_MS = 40_000;

export class Queue {
  private readonly waiting = new Set<Pending>();

  constructor(private readonly deps: QueueDeps) {}

  wake(ids: string[]): void {
    const { random, plan, wire, isTroubled } = this.deps;
    if (isTroubled() && random.chance(plan.wakeLost)) return;
    this.add(ids, wire.latencyMs());
    if (!isTroubled() || !random.chance(plan.wakeRepeated)) return;
    for (let count = 1 + random.below(REPEATS_MAX); count > 0; count -= 1) this.add(ids, random.skewed(0, LATE_MS));
  }

  wipe(): void {
    for (const event of this.waiting) this.deps.scheduler.cancel(event);
    this.waiting.clear();
  }

  private add(ids: string[], delayMs: number): void {
    const { scheduler, random, workers } = this.deps;
    const deliver = () => {
      this.waiting.delete(event);
      const alive = workers().filter(({ process }) => process.alive);
      if (alive.length === 0) return;
      const worker = random.pick(alive);
      scheduler.after(0, `woken for ${ids}`, worker.process, () => worker.wake(ids));
    };
    const event = scheduler.after(delayMs, `wake-up for ${ids}`, null, deliver, true);
    this.waiting.add(event);
  }
}
