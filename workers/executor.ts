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
import { isAnyToolFull, makeAttemptSlots, type SlotsDeps } from "./attempt-slots";
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
  let claiming: Promise<unknown> | null = null;
  /** What the claim under way may take. */
  let claimingCount = 0;
  let hasBacklog = false;
  let changedMeanwhile = false;
  let stopped = false;
  let awaitingRoom: (() => void)[] = [];
  const hasRoom = () => stopped || slots.freeCount() - claimingCount > hints.size;

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

  /** `isShort`: more may be due than there was room for. */
  async function claimInto(ids: string[] | null): Promise<{ count: number; isShort: boolean }> {
    // Measured before the claim commits: the deadline that follows from it can only be too early, never too late.
    const claimedAtMs = deps.monotonicMs();
    const freeCount = slots.freeCount();
    const bounds = slots.boundsFor(ids?.length ?? freeCount); // X1, X4
    crashPoint("before_claim");
    const claim = deps.claim({ ids, ...bounds });
    claiming = claim;
    claimingCount = bounds.limit;
    try {
      const claimed = await claim;
      if (claimed.length > 0) crashPoint("claimed");
      for (const attempt of claimed) occupy(attempt, claimedAtMs, execute(attempt, claimedAtMs));
      return { count: claimed.length, isShort: claimed.length === freeCount || isAnyToolFull(bounds, claimed) };
    } catch (error) {
      if (error instanceof UnansweredClaimError) giveBack(error.attempts, UNANSWERED, claimedAtMs);
      if (error instanceof UnwitnessedClaimError) giveBack(error.attempts, UNWITNESSED, claimedAtMs);
      throw error;
    } finally {
      claiming = null;
      claimingCount = 0;
    }
  }

  /**
   * Hints that were not taken are forgotten. Where it was for want of room, the next look goes without them: a tool that is
   * full must not stand in front of others with what it cannot take.
   */
  async function claimHinted(): Promise<number> {
    const ids = [...hints].slice(0, HINTS_PER_CLAIM_MAX);
    for (const id of ids) hints.delete(id);
    const { count, isShort } = await claimInto(ids);
    hasBacklog ||= isShort;
    return count;
  }

  /** Only a look at everything can tell that nothing is left. */
  async function claimDue(): Promise<number> {
    const { count, isShort } = await claimInto(null);
    hasBacklog = isShort;
    return count;
  }

  /** X8 */
  function letIn(): void {
    if (!hasRoom()) return;
    const awaiting = awaitingRoom;
    awaitingRoom = [];
    for (const resolve of awaiting) resolve();
  }

  /** One claim at a time: what comes meanwhile travels with the next, which costs less than two (decision 042). */
  async function pump(): Promise<void> {
    changedMeanwhile = true;
    letIn();
    while (claiming === null && !stopped && slots.freeCount() > 0 && (hints.size > 0 || hasBacklog)) {
      changedMeanwhile = false;
      try {
        const count = await (hints.size > 0 ? claimHinted() : claimDue());
        // A slot that was freed while we looked may be what it was waiting for.
        if (count === 0 && hints.size === 0 && !changedMeanwhile) return;
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
      if (stopped || claiming !== null || slots.freeCount() <= 0) return 0;
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
      await Promise.allSettled([claiming]);
      // A claim that has just returned starts its attempts in the same turn of the event loop.
      await new Promise(setImmediate);
      while (slots.underWay().length > 0) await Promise.allSettled(slots.underWay());
    },
  };
}
