/**
 * The newest claim of each other worker, as the sweeper saw it committed: for a worker that shares neither files nor Redis
 * with them.
 *
 * N1  What was seen is never unlearned: a restored store tells older ids, and those change nothing.
 * N2  By worker: clocks differ, and a claim of one that lags behind is older by its id than what others claimed before.
 */
import type { SeenClaim } from "@/lib/domain/store-epoch";

/** Each is asked for by every claim. Workers that ended long ago go first. */
const WORKERS_MAX = 8;

export type NewestSeen = {
  saw(worker: string, claim: SeenClaim): void;
  all(): SeenClaim[];
  /** Of other epochs nothing has to be remembered any more. */
  keepOnly(epoch: number): void;
};

export function makeNewestSeen(): NewestSeen {
  const byWorker = new Map<string, SeenClaim>();
  return {
    saw(worker, claim) {
      const before = byWorker.get(worker);
      if (before?.epoch === claim.epoch && before.attemptId >= claim.attemptId) return; // N1
      byWorker.set(worker, claim);
      if (byWorker.size <= WORKERS_MAX) return;
      const [oldest] = [...byWorker].sort(([, left], [, right]) => (left.attemptId < right.attemptId ? -1 : 1));
      if (oldest !== undefined) byWorker.delete(oldest[0]);
    },
    all: () => [...byWorker.values()],
    keepOnly(epoch) {
      for (const [worker, claim] of byWorker) if (claim.epoch !== epoch) byWorker.delete(worker);
    },
  };
}
