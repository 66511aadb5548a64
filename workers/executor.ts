/**
 * Takes due intents into free slots: claim (transaction) → perform (none) → settle (transaction).
 *
 * X1  Never claims more than there are free slots, so that nothing waits under a running lease.
 * X2  Wake-ups are hints: what they name is claimed conditionally, and a repeat performs nothing.
 * X3  After `stop` nothing more is claimed; what is under way finishes and is settled.
 * X4  One tool never takes all slots: a downstream that hangs delays its own intents, not everyone's.
 * X5  A claim of which nobody knows whether it was committed is given back, not left to run out its lease: nothing was
 *     sent for it, and nobody else may find that out.
 */

import { makeBatcher } from "@/lib/application/batch";
import { type ClaimedAttempt, type ClaimWanted, UnansweredClaimError } from "@/lib/application/claim-intents";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import { crashPoint } from "@/lib/config/crash-point";
import type { Performed } from "@/lib/connectors/connector";
import { isBusy, isUnreachable } from "@/lib/store/errors";

export type ExecutorDeps = {
  claim: (wanted: Required<ClaimWanted>) => Promise<ClaimedAttempt[]>;
  /** Tools that are not to be tried now. */
  restingTools: () => string[];
  /** How many attempts of a tool may be under way, its share of the slots aside. */
  roomFor: (tool: string) => number;
  perform: (attempt: ClaimedAttempt, claimedAtMs: number) => Promise<Performed>;
  settle: (settlements: Settlement[]) => Promise<SettleResult[]>;
  monotonicMs: () => number;
  onError: (error: unknown, intentId?: string) => void;
  slots: number;
};

export type Executor = {
  wake(intentIds: string[]): void;
  /** Takes whatever is due; the sweeper's way in. */
  takeDue(): Promise<number>;
  underWay(): number;
  stop(): Promise<void>;
};

const HINTS_MAX = 10_000;
const HINTS_PER_CLAIM_MAX = 500;
const SETTLE_RETRY_MS = 250;
/** What was claimed together often ends together. */
const GATHER_MS = 2;
/** The share of the slots that one tool leaves to the others. */
const KEPT_FOR_OTHERS = 0.25;

const givenBack = (code: string, message: string): Performed => ({
  outcome: { class: "not_sent", failure: { code, message }, retryAfterMs: 0, counted: false },
  exchange: null,
});
const STOPPING = givenBack("worker_stopping", "The worker was stopping; nothing was sent.");
const UNANSWERED = givenBack("claim_unanswered", "The store went away during the claim; nothing was sent.");

export function makeExecutor(deps: ExecutorDeps): Executor {
  const hints = new Set<string>();
  const running = new Set<Promise<void>>();
  const runningByTool = new Map<string, number>();
  const toolMax = Math.max(1, deps.slots - Math.floor(deps.slots * KEPT_FOR_OTHERS));
  let claiming = false;
  let hasBacklog = false;
  let changedMeanwhile = false;
  let claimInFlight: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const settleBatched = makeBatcher<Settlement, SettleResult>({
    run: deps.settle,
    isHopeless: isUnreachable,
    inFlightMax: 2,
    companyMin: 8,
    gatherMs: GATHER_MS,
    itemsMax: 100,
    queueMax: Number.MAX_SAFE_INTEGER, // bounded by the slots
  });

  async function settleUntilSaid(settlement: Settlement): Promise<void> {
    // The effect has happened (or not); losing the answer would turn a known outcome into a doubt. Until the lease
    // runs out and the fence rejects us, keep trying.
    for (;;) {
      try {
        await settleBatched(settlement);
        return;
      } catch (error) {
        deps.onError(error, settlement.intentId);
        // What cannot be stored as it is must not lose what it says: once more, with the outcome alone.
        if (!isUnreachable(error) && !isBusy(error)) {
          if (settlement.exchange === null && !("result" in settlement.outcome && settlement.outcome.result !== null))
            return;
          return settleUntilSaid(withoutDetails(settlement));
        }
        await new Promise((resolve) => setTimeout(resolve, SETTLE_RETRY_MS));
      }
    }
  }

  function withoutDetails(settlement: Settlement): Settlement {
    const { outcome } = settlement;
    return { ...settlement, exchange: null, outcome: "result" in outcome ? { ...outcome, result: null } : outcome };
  }

  async function execute(attempt: ClaimedAttempt, claimedAtMs: number): Promise<void> {
    // Claimed while we were told to stop: given back, because this process will not be there for the answer.
    const { outcome, exchange } = stopped ? STOPPING : await deps.perform(attempt, claimedAtMs);
    crashPoint("effect_answered");
    const { attemptId, intentId, fence } = attempt;
    await settleUntilSaid({ attemptId, intentId, fence, outcome, exchange });
  }

  /** X5 */
  function giveBack({ attemptId, intentId, fence }: ClaimedAttempt): Promise<void> {
    return settleUntilSaid({ attemptId, intentId, fence, ...UNANSWERED, isUnansweredClaim: true });
  }

  function occupy(attempt: ClaimedAttempt, what: Promise<void>): void {
    const { tool } = attempt;
    runningByTool.set(tool, (runningByTool.get(tool) ?? 0) + 1);
    const work = what.catch((error: unknown) => deps.onError(error, attempt.intentId));
    running.add(work);
    void work.finally(() => {
      running.delete(work);
      const left = (runningByTool.get(tool) ?? 1) - 1;
      if (left > 0) runningByTool.set(tool, left);
      else runningByTool.delete(tool);
      void pump();
    });
  }

  async function claimInto(ids: string[] | null, free: number): Promise<ClaimedAttempt[]> {
    // Measured before the claim commits: the deadline that follows from it can only be too early, never too late.
    const claimedAtMs = deps.monotonicMs();
    const taken = new Map(runningByTool);
    const roomFor = (tool: string) => Math.min(toolMax, deps.roomFor(tool)) - (taken.get(tool) ?? 0);
    const full = [...taken.keys()].filter((tool) => roomFor(tool) <= 0);
    const exceptTools = [...deps.restingTools(), ...full];
    crashPoint("before_claim");
    const claim = deps.claim({ ids, limit: free, exceptTools, roomFor });
    claimInFlight = claim.catch(() => undefined); // the caller reports it
    const claimed = await claim.catch((error: unknown) => {
      if (error instanceof UnansweredClaimError) for (const one of error.attempts) occupy(one, giveBack(one));
      throw error;
    });
    if (claimed.length > 0) crashPoint("claimed");
    for (const attempt of claimed) {
      taken.set(attempt.tool, (taken.get(attempt.tool) ?? 0) + 1);
      occupy(attempt, execute(attempt, claimedAtMs));
    }
    // More may be due than there was room for; whoever frees a slot looks again instead of waiting for the sweeper.
    hasBacklog = claimed.length === free || [...taken.keys()].some((tool) => roomFor(tool) <= 0);
    return claimed;
  }

  /** Hints that were not taken are forgotten, unless it was for want of room. */
  async function claimHinted(free: number): Promise<number> {
    const ids = [...hints].slice(0, HINTS_PER_CLAIM_MAX);
    const claimed = await claimInto(ids, free);
    for (const id of hasBacklog ? claimed.map(({ intentId }) => intentId) : ids) hints.delete(id);
    return claimed.length;
  }

  async function pump(): Promise<void> {
    if (claiming) {
      changedMeanwhile = true;
      return;
    }
    claiming = true;
    try {
      while (!stopped && (hints.size > 0 || hasBacklog)) {
        changedMeanwhile = false;
        const free = deps.slots - running.size;
        if (free <= 0) break;
        const count = hints.size > 0 ? await claimHinted(free) : (await claimInto(null, free)).length;
        // A slot that was freed while we looked may be what it was waiting for.
        if (count === 0 && !changedMeanwhile) break;
      }
    } catch (error) {
      hints.clear(); // the sweeper finds them again
      deps.onError(error);
    } finally {
      claiming = false;
    }
  }

  return {
    wake(intentIds) {
      for (const id of intentIds) if (hints.size < HINTS_MAX) hints.add(id);
      void pump();
    },
    async takeDue() {
      const free = deps.slots - running.size;
      if (stopped || claiming || free <= 0) return 0;
      claiming = true;
      try {
        return (await claimInto(null, free)).length;
      } finally {
        claiming = false;
        void pump();
      }
    },
    underWay: () => running.size,
    async stop() {
      stopped = true;
      hints.clear();
      await claimInFlight;
      // A claim that has just returned starts its attempts in the same turn of the event loop.
      await new Promise(setImmediate);
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}
