/**
 * Watches functions that outlived their attempts: while one runs the store is told so, and when it returns, what it said.
 *
 * W1  That it still runs is said at once and then again and again, until it returns or its intent has ended.
 * W2  An effect that it names is said until it was heard, whether or not its return could be put on record before.
 * W3  A stop waits for what is being said, and for a while for what still runs: an effect that it names now ends its doubt.
 *     What runs even then ends with this process, and is told to run until then.
 */
import type { LateAttempt } from "@/lib/application/late-function";
import { knowsEffect, type Outcome } from "@/lib/domain/event";
import { STILL_ACTS_MS } from "@/lib/domain/intent";
import type { SettleUntilSaid } from "./settler";

export type LateFunctions = {
  watch(attempt: LateAttempt, late: Promise<Outcome>): void;
  /** What still runs, and what is being said. */
  underWay(): number;
  stop(): Promise<void>;
};

export type LateFunctionsDeps = {
  /** False: the intent has ended. */
  sayStillActs: (attempt: LateAttempt) => Promise<boolean>;
  recordReturn: (attempt: LateAttempt, outcome: Outcome) => Promise<void>;
  settleUntilSaid: SettleUntilSaid;
  onError: (error: unknown, intentId?: string) => void;
  sayAgainMs?: number;
  /** How long a stop waits for what still runs (W3). */
  lastWordsMs?: number;
};

/** Told often enough that one failure in between does no harm. */
const SAY_AGAIN_MS = STILL_ACTS_MS / 3;
/** It had its whole time-out already: a function that hangs must not keep a worker from its end for long. */
export const LAST_WORDS_MS = 5_000;

export function makeLateFunctions(made: LateFunctionsDeps): LateFunctions {
  const { onError, sayAgainMs = SAY_AGAIN_MS, lastWordsMs = LAST_WORDS_MS, ...deps } = made;
  const timers = new Map<LateAttempt, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const saying = new Set<Promise<void>>();
  let stopped = false;

  function say(what: Promise<void>, { intentId }: LateAttempt): void {
    const said = what.catch((error: unknown) => onError(error, intentId)).finally(() => saying.delete(said));
    saying.add(said);
  }

  async function sayRuns(attempt: LateAttempt): Promise<void> {
    if (!(await deps.sayStillActs(attempt))) clearInterval(timers.get(attempt));
  }

  async function sayReturned(attempt: LateAttempt, outcome: Outcome): Promise<void> {
    const { attemptId, intentId, fence } = attempt;
    let isRecorded = await record(attempt, outcome);
    const said = { attemptId, intentId, fence, outcome, exchange: null, claim: attempt };
    if (knowsEffect(outcome)) await deps.settleUntilSaid(said); // W2
    while (!isRecorded && !stopped) {
      await new Promise((resolve) => setTimeout(resolve, sayAgainMs));
      isRecorded = await record(attempt, outcome);
    }
  }

  function record(attempt: LateAttempt, outcome: Outcome): Promise<boolean> {
    return deps.recordReturn(attempt, outcome).then(
      () => true,
      (error: unknown) => {
        onError(error, attempt.intentId);
        return false;
      },
    );
  }

  /** Stopped meanwhile: the store may be closed. */
  function returned(attempt: LateAttempt): boolean {
    clearInterval(timers.get(attempt));
    return timers.delete(attempt);
  }

  return {
    watch(attempt, late) {
      if (stopped) return;
      timers.set(
        attempt,
        setInterval(() => say(sayRuns(attempt), attempt), sayAgainMs),
      );
      say(sayRuns(attempt), attempt); // W1
      const run = late
        .then(
          (outcome) => {
            if (returned(attempt)) say(sayReturned(attempt, outcome), attempt);
          },
          (error: unknown) => {
            if (returned(attempt)) onError(error, attempt.intentId);
          },
        )
        .finally(() => running.delete(run));
      running.add(run);
    },
    underWay: () => timers.size + saying.size,
    async stop() {
      await settledWithin(running, lastWordsMs); // W3
      stopped = true;
      for (const timer of timers.values()) clearInterval(timer);
      timers.clear();
      await Promise.allSettled(saying);
    },
  };
}

async function settledWithin(promises: Iterable<Promise<unknown>>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(promises), enough]);
  clearTimeout(timer);
}
