/** Many seeds in a row, up to the first breach. */
import { type RunOptions, type RunResult, runSeed } from "./run-seed";

export type SeedsOptions = RunOptions & { from: number; count: number; onProgress?: (doneCount: number) => void };
export type SeedsResult = { doneCount: number; failed: RunResult | null; total: Totals };
export type Totals = { steps: number; intents: number; attempts: number; effects: number; lateSettles: number };

const PROGRESS_EVERY = 500;

export async function runSeeds({ from, count, onProgress, ...options }: SeedsOptions): Promise<SeedsResult> {
  const total: Totals = { steps: 0, intents: 0, attempts: 0, effects: 0, lateSettles: 0 };
  for (let doneCount = 1; doneCount <= count; doneCount += 1) {
    const result = await runSeed(from + doneCount - 1, options);
    total.steps += result.stepCount;
    total.intents += result.intentCount;
    total.attempts += result.attemptCount;
    total.effects += result.effectCount;
    total.lateSettles += result.lateSettleCount;
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
