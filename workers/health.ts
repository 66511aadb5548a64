/**
 * Whether this worker can do its work: the store answers, it is the store that we know (decision 032), and the loops that
 * find what is due come round.
 *
 * H1  Callers need no credential and may ask often: the store is asked once a second at most, for two seconds at most.
 * H2  Nothing but yes or no is told.
 */
import { makeRateLimited } from "@/lib/config/rate-limited";
import type { Loop } from "./loop";

export type HealthDeps = {
  /** Rejects where the store does not answer. */
  askStore: () => Promise<unknown>;
  isStoreKnown: () => boolean;
  /** Those without which work is left lying. */
  loops: Loop[];
  isStopping: () => boolean;
  monotonicMs: () => number;
  onError: (error: unknown) => void;
};

export type Health = { isReady(): Promise<boolean> };

const FRESH_MS = 1_000;
const ASK_MAX_MS = 2_000;
/** Longer than any turn that only found much to do. */
const LOOP_AGE_MAX_MS = 60_000;

export function makeHealth(deps: HealthDeps): Health {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asked: Promise<boolean> = Promise.resolve(false);
  const report = makeRateLimited(FRESH_MS, deps.monotonicMs, deps.onError);

  async function ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ASK_MAX_MS);
    });
    const answered = deps.askStore().then(
      () => true,
      (error: unknown) => {
        report(error);
        return false;
      },
    );
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  function storeAnswers(): Promise<boolean> {
    if (deps.monotonicMs() - askedAtMs >= FRESH_MS) {
      askedAtMs = deps.monotonicMs();
      asked = ask();
    }
    return asked;
  }

  return {
    async isReady() {
      if (deps.isStopping() || !deps.isStoreKnown()) return false;
      if (deps.loops.some((loop) => loop.ageMs() > LOOP_AGE_MAX_MS)) return false;
      return storeAnswers();
    },
  };
}
