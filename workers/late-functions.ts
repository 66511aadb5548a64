/** Watches functions that outlived their attempts: while one runs the store is told so, and when it returns, what it said. */
import { type LateAttempt, type LateDeps, sayReturned, sayStillActs } from "@/lib/application/late-function";
import type { Outcome } from "@/lib/domain/event";
import { STILL_ACTS_MS } from "@/lib/domain/intent";

export type LateFunctions = {
  watch(attempt: LateAttempt, late: Promise<Outcome>): void;
  /** This process ends, and with it what still runs in it. */
  stop(): Promise<void>;
};

/** Told often enough that one failure in between does no harm. */
const SAY_AGAIN_MS = STILL_ACTS_MS / 3;

type Deps = LateDeps & { onError: (error: unknown, intentId?: string) => void; sayAgainMs?: number };

export function makeLateFunctions({ onError, sayAgainMs = SAY_AGAIN_MS, ...deps }: Deps): LateFunctions {
  const timers = new Set<NodeJS.Timeout>();
  const saying = new Set<Promise<void>>();

  function say(what: Promise<void>, { intentId }: LateAttempt): void {
    const said = what.catch((error: unknown) => onError(error, intentId)).finally(() => saying.delete(said));
    saying.add(said);
  }

  return {
    watch(attempt, late) {
      const timer = setInterval(() => say(sayStillActs(deps, attempt), attempt), sayAgainMs);
      timers.add(timer);
      void late.then((outcome) => {
        clearInterval(timer);
        // Stopped meanwhile: the store may be closed.
        if (timers.delete(timer)) say(sayReturned(deps, attempt, outcome), attempt);
      });
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      timers.clear();
      await Promise.allSettled(saying);
    },
  };
}
