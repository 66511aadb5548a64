/** Runs at most `runningMax` tasks at a time, in order; at most `waitingMax` wait, and who comes then is turned away. */
import { TooManyError } from "./errors";

const RETRY_AFTER_S = 2;

type Bounds = {
  runningMax: number;
  waitingMax: number;
  /** What who is turned away is told. */
  refusal?: string;
};

export function makeSlots({ runningMax, waitingMax, refusal = "Too many people sign in at once." }: Bounds) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new TooManyError(refusal, RETRY_AFTER_S);
      // Whoever ends hands its slot over, so nobody can slip in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
