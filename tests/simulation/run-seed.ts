/** One seed, from the first event to the judgement. */
import type { Feature } from "./features";
import { type Breach, Judge, type Oracle } from "./judge";
import type { Mutant } from "./mutants";
import { startAction } from "./people";
import { drawPlan, JUMP_MAX_MS } from "./plan";
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
  /** What happened in this world. */
  features: ReadonlySet<Feature>;
};

export async function runSeed(seed: number, options: RunOptions = {}): Promise<RunResult> {
  const random = makeRandom(seed);
  const mutant = options.mutant ?? null;
  const plan = drawPlan(random, mutant);
  const hooks: SchedulerHooks = { order: random.next };
  const scheduler = new Scheduler(hooks);
  const { trace } = options;
  const startAt = scheduler.now;
  if (trace !== undefined) hooks.trace = (who, what) => trace(lineOf(scheduler.now - startAt, who, what));
  const judge = new Judge({
    onBreach: () => {
      scheduler.isStopped = true;
    },
    heed: options.heed ?? null,
    steadyNow: () => scheduler.now,
    windowSlackMs: JUMP_MAX_MS,
    onSecondEffect: () => world.saw("second_effect_on_record"),
  });
  const world: World = new World({ scheduler, random, plan, judge, mutant });
  hooks.beforeStep = world.beforeStep;
  trace?.(`seed ${seed}: ${JSON.stringify(plan)}`);
  await withTimers(scheduler, async () => {
    world.start();
    for (let index = 1; index <= plan.actionCount; index += 1) startAction(world, index);
    await world.run();
  });
  return resultOf(seed, world);
}

function resultOf(seed: number, world: World): RunResult {
  const { judge, store, downstream, scheduler } = world;
  const rows = [...store.rows.values()];
  return {
    seed,
    breach: judge.breaches[0] ?? null,
    stepCount: scheduler.stepCount,
    intentCount: rows.length,
    attemptCount: store.attempts.size,
    effectCount: downstream.effects.length,
    states: rows.map(({ state }) => state),
    features: featuresOf(world),
  };
}

/** What was seen while it ran, and what only the record tells. */
function featuresOf({ features, store }: World): ReadonlySet<Feature> {
  const rows = [...store.rows.values()];
  const told = new Set(store.events.map(({ type }) => type));
  const grants = [...store.grants.values()];
  const isAmong: [Feature, boolean][] = [
    ["late_settle", told.has("attempt.late_settle_rejected")],
    ["late_effect", store.events.some(({ type, data }) => type === "intent.settle" && data["late"] === true)],
    ["shared_effect", store.sharedEffects.size > 0],
    ["next_generation", rows.some(({ generation }) => generation > 1)],
    ["grant_used", grants.some(({ usesCount }) => usesCount > 0)],
    ["grant_used_up", grants.some(({ usesCount, usesMax }) => usesCount === usesMax)],
    ["met_under_earlier_key", rows.some((row) => row.submissionCount > 1 && hasTwoVersions(store, row.id))],
  ];
  return new Set([...features, ...isAmong.flatMap(([feature, isSeen]) => (isSeen ? [feature] : []))]);
}

function hasTwoVersions({ submissions }: World["store"], id: string): boolean {
  return new Set(submissions.flatMap((one) => (one.intentId === id ? [one.contractVersion] : []))).size > 1;
}

function lineOf(elapsedMs: number, who: string, what: string): string {
  return `${(elapsedMs / 1_000).toFixed(3).padStart(8)}  ${who.padEnd(10)} ${what}`;
}
