/**
 * Takes due intents into free slots: claim (transaction) → perform (none) → settle (transaction).
 *
 * X1  Never claims more than there are free slots, so that nothing waits under a running lease.
 * X2  Wake-ups are hints: what they name is claimed conditionally, and a repeat performs nothing.
 * X3  After `stop` nothing more is claimed; what is under way finishes and is settled.
 * X4  One tool never takes all slots: a downstream that hangs delays its own intents, not everyone's.
 * X5  A claim of which nobody knows whether it was committed is given back, not left to run out its lease: nothing was
 *     sent for it, and nobody else may find that out.
 * X6  What came of an attempt is said until it was heard (`settler`), and only then is its slot free.
 * X7  Nothing is sent for a claim that no witness could be told of (decision 032): it is given back.
 * X8  A worker without a free slot takes no more wake-ups: another worker may have one.
 */

import {
  type ClaimedAttempt,
  type ClaimWanted,
  UnansweredClaimError,
  UnwitnessedClaimError,
} from "@/lib/application/claim-intents";
import { crashPoint } from "@/lib/config/crash-point";
import type { Performed } from "@/lib/connectors/connector";
import { makeAttemptSlots, type SlotsDeps } from "./attempt-slots";
import type { SettleUntilSaid } from "./settler";

export type ExecutorDeps = Pick<SlotsDeps, "restingTools" | "roomFor"> & {
  claim: (wanted: Required<ClaimWanted>) => Promise<ClaimedAttempt[]>;
  perform: (attempt: ClaimedAttempt, claimedAtMs: number) => Promise<Performed>;
  settleUntilSaid: SettleUntilSaid;
  monotonicMs: () => number;
  /** What was started for this attempt still runs; the attempt itself is settled. */
  outlived: (attempt: ClaimedAttempt, late: NonNullable<Performed["late"]>) => void;
  onError: (error: unknown, intentId?: string) => void;
  slots: number;
};

export type Executor = {
  wake(intentIds: string[]): void;
  /** Takes whatever is due; the sweeper's way in. */
  takeDue(): Promise<number>;
  /** Until there is room for more than was named already, or nothing more is claimed. */
  untilFree(): Promise<void>;
  underWay(): number;
  /** How long what is under way may still take. */
  leftMs(): number;
  stop(): Promise<void>;
};

/** What one claim waits for in the store, another can use. */
export const CLAIMS_AT_ONCE_MAX = 2;
/** Beside another claim it pays for several only: a claim costs the same for one as for a dozen. */
const COMPANY_MIN = 8;
const HINTS_MAX = 10_000;
const HINTS_PER_CLAIM_MAX = 500;

const givenBack = (code: string, message: string): Performed => ({
  outcome: { class: "not_sent", failure: { code, message }, retryAfterMs: 0, counted: false },
  exchange: null,
});
const STOPPING = givenBack("worker_stopping", "The worker was stopping; nothing was sent.");
const UNANSWERED = {
  ...givenBack("claim_unanswered", "The store went away during the claim; nothing was sent."),
  isUnansweredClaim: true,
} as const;
const UNWITNESSED = givenBack("claim_unwitnessed", "No witness could be told of the claim; nothing was sent.");

export function makeExecutor(deps: ExecutorDeps): Executor {
  const { restingTools, roomFor } = deps;
  const slots = makeAttemptSlots({ count: deps.slots, restingTools, roomFor }, () => void pump());
  const hints = new Set<string>();
  const claimsInFlight = new Set<Promise<unknown>>();
  /** How often there was more than could be taken, and up to which of them a look has found nothing left. */
  let shortCount = 0;
  let lookedCount = 0;
  let changeCount = 0;
  let stopped = false;
  let awaitingRoom: (() => void)[] = [];
  const hasRoom = () => stopped || slots.freeCount() > hints.size;

  async function execute(attempt: ClaimedAttempt, claimedAtMs: number): Promise<void> {
    // Claimed while we were told to stop: given back, because this process will not be there for the answer.
    const { outcome, exchange, late } = stopped ? STOPPING : await deps.perform(attempt, claimedAtMs);
    crashPoint("effect_answered");
    const { attemptId, intentId, fence } = attempt;
    await deps.settleUntilSaid({ attemptId, intentId, fence, outcome, exchange, claim: attempt });
    if (late !== undefined) deps.outlived(attempt, late);
  }

  /** X5, X7 */
  function giveBack(attempts: ClaimedAttempt[], why: Performed, claimedAtMs: number): void {
    for (const one of attempts) {
      const { attemptId, intentId, fence } = one;
      occupy(one, claimedAtMs, deps.settleUntilSaid({ attemptId, intentId, fence, ...why }));
    }
  }

  function occupy({ tool, timeoutMs, intentId }: ClaimedAttempt, claimedAtMs: number, what: Promise<void>): void {
    const work = what.catch((error: unknown) => deps.onError(error, intentId));
    slots.occupy(tool, claimedAtMs + timeoutMs, work);
  }

  async function claimInto(ids: string[] | null): Promise<number> {
    // Measured before the claim commits: the deadline that follows from it can only be too early, never too late.
    const claimedAtMs = deps.monotonicMs();
    const { release, ...bounds } = slots.reserve(ids?.length ?? Number.POSITIVE_INFINITY); // X1, X4
    crashPoint("before_claim");
    const claim = deps.claim({ ids, ...bounds });
    claimsInFlight.add(claim);
    let claimed: ClaimedAttempt[] = [];
    try {
      claimed = await claim;
      if (claimed.length > 0) crashPoint("claimed");
      for (const attempt of claimed) occupy(attempt, claimedAtMs, execute(attempt, claimedAtMs));
    } catch (error) {
      if (error instanceof UnansweredClaimError) giveBack(error.attempts, UNANSWERED, claimedAtMs);
      if (error instanceof UnwitnessedClaimError) giveBack(error.attempts, UNWITNESSED, claimedAtMs);
      throw error;
    } finally {
      claimsInFlight.delete(claim);
      if (release(claimed)) shortCount += 1;
    }
    return claimed.length;
  }

  /**
   * Hints that were not taken are forgotten. Where it was for want of room, the next look goes without them: a tool that is
   * full must not stand in front of others with what it cannot take.
   */
  function claimHinted(): Promise<number> {
    const ids = [...hints].slice(0, HINTS_PER_CLAIM_MAX);
    for (const id of ids) hints.delete(id);
    return claimInto(ids);
  }

  /** Only a look at everything can tell that nothing is left, and only of what was short before it began. */
  async function claimDue(): Promise<number> {
    const seenCount = shortCount;
    const count = await claimInto(null);
    if (shortCount === seenCount) lookedCount = seenCount;
    return count;
  }

  function mayClaim(): boolean {
    const freeCount = slots.freeCount();
    if (stopped || freeCount <= 0 || claimsInFlight.size >= CLAIMS_AT_ONCE_MAX) return false;
    const wantedCount = hints.size > 0 ? hints.size : shortCount > lookedCount ? freeCount : 0;
    if (claimsInFlight.size === 0) return wantedCount > 0;
    return Math.min(wantedCount, freeCount, slots.leastRoom() ?? freeCount) >= COMPANY_MIN;
  }

  /** X8 */
  function letIn(): void {
    if (!hasRoom()) return;
    const awaiting = awaitingRoom;
    awaitingRoom = [];
    for (const resolve of awaiting) resolve();
  }

  async function pump(): Promise<void> {
    changeCount += 1;
    letIn();
    while (mayClaim()) {
      const seenCount = changeCount;
      try {
        const count = await (hints.size > 0 ? claimHinted() : claimDue());
        if (count > 0) changeCount += 1;
        // A slot that was freed while we looked may be what it was waiting for.
        else if (hints.size === 0 && changeCount === seenCount) return;
      } catch (error) {
        hints.clear(); // the sweeper finds them again
        deps.onError(error);
        return;
      } finally {
        letIn();
      }
    }
  }

  return {
    wake(intentIds) {
      for (const id of intentIds) if (hints.size < HINTS_MAX) hints.add(id);
      void pump();
    },
    async takeDue() {
      if (stopped || claimsInFlight.size > 0 || slots.freeCount() <= 0) return 0;
      try {
        return await claimDue();
      } finally {
        void pump();
      }
    },
    untilFree: () => (hasRoom() ? Promise.resolve() : new Promise((resolve) => void awaitingRoom.push(resolve))),
    underWay: () => slots.underWay().length,
    leftMs: () => Math.max(0, slots.lastDeadlineMs() - deps.monotonicMs()),
    async stop() {
      stopped = true;
      hints.clear();
      letIn();
      await Promise.allSettled(claimsInFlight);
      // A claim that has just returned starts its attempts in the same turn of the event loop.
      await new Promise(setImmediate);
      while (slots.underWay().length > 0) await Promise.allSettled(slots.underWay());
    },
  };
}
