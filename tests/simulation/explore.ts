/**
 * Every order in which two workers can carry out two intents, with one of the workers killed at any point and one
 * wake-up delivered once more at any point. Each run follows a list of choices from the start; where it leaves the
 * list, the other choices are kept for later, and a run that comes to a state that was seen before ends there.
 */
import { Exploration } from "./exploration";
import type { Breach } from "./judge";
import type { Mutant } from "./mutants";

export type Explored = {
  runCount: number;
  stateCount: number;
  endCount: number;
  /** What the ends look like that differ. */
  ends: Set<string>;
  breach: Breach | null;
  trace: string[];
};

export type ExploreOptions = {
  mutant?: Mutant | null;
  /** How often what is next may come later than something else; absent: any number of times. */
  detoursMax?: number;
  /** How far it is, now and then. */
  onProgress?: (runCount: number, stateCount: number, aheadCount: number) => void;
};

const RUNS_MAX = 20_000_000;
const PROGRESS_EVERY = 10_000;
const silent = () => undefined;

export async function explore({
  mutant = null,
  detoursMax = Number.POSITIVE_INFINITY,
  onProgress = silent,
}: ExploreOptions): Promise<Explored> {
  const visited = new Set<string>();
  const ahead: number[][] = [[]];
  const result: Explored = { runCount: 0, stateCount: 0, endCount: 0, ends: new Set(), breach: null, trace: [] };
  while (result.breach === null) {
    const choices = ahead.pop();
    if (choices === undefined) break;
    if (result.runCount === RUNS_MAX) throw new Error("There are more orders than this search is meant for.");
    const run = new Exploration({ choices, visited, ahead, mutant, detoursMax });
    await run.go();
    result.runCount += 1;
    if (result.runCount % PROGRESS_EVERY === 0) onProgress(result.runCount, visited.size, ahead.length);
    if (run.hasEnded) result.endCount += 1;
    if (run.hasEnded) result.ends.add(run.ending());
    result.breach = run.judge.breaches[0] ?? null;
    if (result.breach !== null) result.trace = run.trace;
  }
  return { ...result, stateCount: visited.size };
}
