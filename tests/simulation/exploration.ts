/** One run of the search: it follows the choices that it was given, and then what happens by itself. */
import type { ExploreOptions } from "./explore";
import { ExploredState, isQuiet } from "./explored-state";
import { Judge } from "./judge";
import { NO_TROUBLE } from "./plan";
import type { Random } from "./random";
import { type Pending, type Process, Scheduler, type SchedulerHooks } from "./scheduler";
import { toPending } from "./submission";
import { withTimers } from "./timers";
import type { SimulatedWorker } from "./worker";
import { World } from "./world";

/** Longer than a lease and two sweeps, with a second attempt after it. */
const HORIZON_MS = 90_000;
/** So that the sweeps of both do not fall on the same instants. */
const STAGGER_MS = 1_003;

type ExplorationDeps = Required<Pick<ExploreOptions, "mutant" | "detoursMax">> & {
  choices: number[];
  visited: Set<string>;
  ahead: number[][];
};

export class Exploration {
  readonly judge: Judge;
  readonly trace: string[] = [];
  hasEnded = false;
  private readonly scheduler: Scheduler;
  private readonly world: World;
  private readonly taken: number[] = [];
  private readonly state = new ExploredState(() => this.world);
  private isArmed = false;
  private crashesLeft = 1;
  private repeatsLeft = 1;
  private detoursLeft: number;
  private readonly choices: number[];
  private readonly visited: Set<string>;
  private readonly ahead: number[][];

  constructor({ choices, visited, ahead, mutant, detoursMax }: ExplorationDeps) {
    this.choices = choices;
    this.visited = visited;
    this.ahead = ahead;
    this.detoursLeft = detoursMax;
    let orderCount = 0;
    const hooks: SchedulerHooks = {
      order: () => {
        orderCount += 1;
        return orderCount;
      },
      choose: (pending, now) => this.choose(pending, now),
      trace: (who, what) => this.trace.push(`${who.padEnd(10)} ${what}`),
      beforeStep: ({ owner, label }) => this.tell(owner, label),
    };
    this.scheduler = new Scheduler(hooks);
    this.judge = new Judge({
      onBreach: () => this.end(),
      heed: null,
      steadyNow: () => this.scheduler.now,
      windowSlackMs: 0,
      onSecondEffect: () => undefined,
    });
    const random = this.plainRandom();
    const onResult = (caller: Process, told: unknown) => this.tell(caller, JSON.stringify(told) ?? "");
    const { scheduler, judge } = this;
    this.world = new World({ scheduler, random, plan: NO_TROUBLE, judge, mutant, onResult });
  }

  async go(): Promise<void> {
    const { scheduler, world } = this;
    await withTimers(scheduler, async () => {
      world.startWorker();
      await scheduler.runUntil(scheduler.now + STAGGER_MS);
      world.startWorker();
      await scheduler.runUntil(scheduler.now + STAGGER_MS);
      for (const tool of ["blind", "keyed"]) {
        const [recorded] = world.store.submit([
          toPending({ tool, run: "run", step: "step", args: { id: tool, amount: 20, action: tool } }),
        ]);
        if (recorded?.kind === "recorded") world.queue.wake([recorded.row.id]);
      }
      this.isArmed = true;
      await scheduler.runUntil(scheduler.now + HORIZON_MS);
    });
    if (this.hasEnded && this.judge.breaches.length === 0) this.judge.conclude(world.store, world.downstream);
  }

  /** Who ended how after how many claims, and with which effects. */
  ending(): string {
    const { store, downstream } = this.world;
    const rows = [...store.rows.values()].map(({ tool, state, fence }) => {
      const attempts = [...store.attempts.values()].filter(({ intentId }) => store.rows.get(intentId)?.tool === tool);
      const effects = downstream.effects.filter((effect) => effect.tool === tool).length;
      return `${tool} ${state} ${fence} ${attempts.map(({ outcome }) => outcome)} ${effects}`;
    });
    return rows.join("; ");
  }

  private choose(pending: readonly Pending[], now: number): Pending {
    const nextAt = Math.max(now, Math.min(...pending.map(({ at }) => at)));
    const ready = pending.filter(({ at }) => at <= nextAt).sort((left, right) => left.order - right.order);
    const [first] = ready;
    if (first === undefined) throw new RangeError("Nothing is left to happen.");
    if (!this.isArmed) return first;
    if (this.isOver(pending)) {
      this.hasEnded = true;
      this.end();
      return first;
    }
    const next = dependent(ready, pending);
    const options: (() => Pending)[] = [
      ...next.slice(0, this.detoursLeft > 0 ? undefined : 1).map((event, index) => () => this.take(event, index > 0)),
      // While everybody sleeps, one moment is as good as another.
      ...(isQuiet(pending) ? [] : this.mishaps(next)),
    ];
    const left = [this.crashesLeft, this.repeatsLeft, this.detoursLeft, nextAt];
    const option = options[this.decide(options.length, () => this.state.key(pending, left))];
    return (option ?? (() => first))();
  }

  /**
   * A worker can die before each of its own steps: anything else commutes with its death. A wake-up can come before a
   * step of its worker, and before the store changes: anything else commutes with it.
   */
  private mishaps(next: Pending[]): (() => Pending)[] {
    const { workers, store } = this.world;
    const owners = new Set(next.map(({ owner }) => owner));
    const isWaking = next.some(({ label }) => label.startsWith("wake-up"));
    const isStoring = next.some(({ label }) => label.includes(" → store: "));
    const mortal = workers.filter(({ process }) => isWaking || owners.has(process));
    const wakeable = workers.filter(({ process }) => isStoring || isWaking || owners.has(process));
    return [
      ...(this.crashesLeft > 0 ? mortal : []).map(
        ({ process }) =>
          () =>
            this.crash(process),
      ),
      ...(this.repeatsLeft > 0 ? wakeable : []).flatMap((worker) =>
        [...store.rows.keys()].map((id) => () => this.repeat(worker, id)),
      ),
    ];
  }

  /** 0 is what happens by itself; the others are kept for later runs. */
  private decide(count: number, keyOf: (() => string) | null): number {
    const depth = this.taken.length;
    let chosen = this.choices[depth];
    if (chosen === undefined) {
      const key = keyOf?.();
      if (key !== undefined && this.visited.has(key)) {
        this.end();
        return 0;
      }
      if (key !== undefined) this.visited.add(key);
      for (let other = count - 1; other > 0; other -= 1) this.ahead.push([...this.taken, other]);
      chosen = 0;
    }
    this.taken.push(chosen);
    return chosen;
  }

  private take(event: Pending, isDetour: boolean): Pending {
    if (isDetour) this.detoursLeft -= 1;
    return event;
  }

  private crash(process: Process): Pending {
    this.crashesLeft -= 1;
    this.trace.push(`${process.name.padEnd(10)} KILLED`);
    this.scheduler.kill(process);
    this.world.workers = this.world.workers.filter((worker) => worker.process !== process);
    return this.choose(this.scheduler.pending, this.scheduler.now);
  }

  private repeat(worker: SimulatedWorker, id: string): Pending {
    this.repeatsLeft -= 1;
    return this.scheduler.after(0, `woken for ${id}`, worker.process, () => worker.wake([id]));
  }

  /** All at rest, and nothing but timers to come. */
  private isOver(pending: readonly Pending[]): boolean {
    return isQuiet(pending) && this.world.isAtRest();
  }

  private end(): void {
    this.scheduler.isStopped = true;
  }

  private tell(process: Process | null, what: string): void {
    if (this.isArmed && process !== null) this.state.tell(process, what);
  }

  /** Nothing is left to chance but who is woken, and that is a choice. */
  private plainRandom(): Random {
    return {
      next: () => 0,
      below: () => 0,
      chance: () => false,
      skewed: (least) => least,
      pick: <T>(list: readonly T[]): T => {
        const item = list[list.length > 1 && this.isArmed ? this.decide(list.length, null) : 0];
        if (item === undefined) throw new RangeError("nothing to pick from");
        return item;
      },
    };
  }
}

/**
 * Where something is to happen that nothing else can come before or get in the way of, its order among the others makes
 * no difference, and it goes first: a request that lands while no other of the same intent travels, or a step of a
 * process that nobody has anything on the way to.
 */
function dependent(ready: Pending[], pending: readonly Pending[]): Pending[] {
  const landing = ready.find(({ label }) => label.endsWith(" lands"));
  if (landing !== undefined && pending.every((other) => other === landing || !isSameLanding(other, landing))) {
    return [landing];
  }
  if (pending.some(({ label }) => label.startsWith("wake-up"))) return ready;
  const alone = ready.find(
    ({ owner }) => owner !== null && pending.every(({ label }) => !label.startsWith(`${owner.name} →`)),
  );
  return alone === undefined ? ready : ready.filter(({ owner }) => owner === alone.owner);
}

function isSameLanding({ label }: Pending, landing: Pending): boolean {
  const [, request] = landing.label.split(": ");
  return request !== undefined && label.endsWith(request);
}
