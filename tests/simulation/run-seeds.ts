/** Many seeds in a row, up to the first breach. */
import { addFeatures, type FeatureCounts } from "./features";
import { type RunOptions, type RunResult, runSeed } from "./run-seed";

export type SeedsOptions = RunOptions & { from: number; count: number; onProgress?: (doneCount: number) => void };
export type SeedsResult = { doneCount: number; failed: RunResult | null; total: Totals };
/** `features`: in how many of the worlds each of them happened. */
export type Totals = { steps: number; intents: number; attempts: number; effects: number; features: FeatureCounts };

const PROGRESS_EVERY = 500;

export async function runSeeds({ from, count, onProgress, ...options }: SeedsOptions): Promise<SeedsResult> {
  const total: Totals = { steps: 0, intents: 0, attempts: 0, effects: 0, features: {} };
  for (let doneCount = 1; doneCount <= count; doneCount += 1) {
    const result = await runSeed(from + doneCount - 1, options);
    total.steps += result.stepCount;
    total.intents += result.intentCount;
    total.attempts += result.attemptCount;
    total.effects += result.effectCount;
    addFeatures(total.features, result.features);
    if (result.breach !== null) return { doneCount, failed: result, total };
    if (doneCount % PROGRESS_EVERY === 0) onProgress?.(doneCount);
  }
  return { doneCount: count, failed: null, total };
}

/** What to say, and how to see it again. */
export function sayBreach({ seed, breach }: RunResult): string {
  if (breach === null) return `seed ${seed} keeps every promise`;
  return `seed ${seed} breaks ${breach.oracle}: ${breach.what}\nreplay: npm run simulate -- --seed ${seed} --trace`;
}
