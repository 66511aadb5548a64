/** One seed, from the first event to the judgement. */
import { type Breach, Judge, type Oracle } from "./judge";
import { startAction } from "./people";
import { drawPlan, type Mutant } from "./plan";
import { makeRandom } from "./random";
import { Scheduler, type SchedulerHooks } from "./scheduler";
import { withTimers } from "./timers";
import { World } from "./world";

export type RunOptions = {
  mutant?: Mutant | null;
  /** The oracles that count; absent: all of them. */
  heed?: ReadonlySet<Oracle> | null;
  trace?: (line: string) => void;
};

export type RunResult = {
  seed: number;
  breach: Breach | null;
  stepCount: number;
  intentCount: number;
  attemptCount: number;
  effectCount: number;
  /** How the intents ended. */
  states: string[];
  lateSettleCount: number;
};

export async function runSeed(seed: number, options: RunOptions = {}): Promise<RunResult> {
  const random = makeRandom(seed);
  const plan = drawPlan(random);
  const hooks: SchedulerHooks = { order: random.next };
  const scheduler = new Scheduler(hooks);
  const { trace } = options;
  const startAt = scheduler.now;
  if (trace !== undefined) hooks.trace = (who, what) => trace(lineOf(scheduler.now - startAt, who, what));
  const judge = new Judge(() => {
    scheduler.isStopped = true;
  }, options.heed ?? null);
  const world = new World({ scheduler, random, plan, judge, mutant: options.mutant ?? null });
  hooks.beforeStep = world.beforeStep;
  trace?.(`seed ${seed}: ${JSON.stringify(plan)}`);
  await withTimers(scheduler, async () => {
    world.start();
    for (let index = 1; index <= plan.actionCount; index += 1) startAction(world, index);
    await world.run();
  });
  return resultOf(seed, world);
}

function resultOf(seed: number, { judge, store, downstream, scheduler }: World): RunResult {
  const rows = [...store.rows.values()];
  return {
    seed,
    breach: judge.breaches[0] ?? null,
    stepCount: scheduler.stepCount,
    intentCount: rows.length,
    attemptCount: store.attempts.size,
    effectCount: downstream.effects.length,
    states: rows.map(({ state }) => state),
    lateSettleCount: store.events.filter(({ type }) => type === "attempt.late_settle_rejected").length,
  };
}

function lineOf(elapsedMs: number, who: string, what: string): string {
  return `${(elapsedMs / 1_000).toFixed(3).padStart(8)}  ${who.padEnd(10)} ${what}`;
}
