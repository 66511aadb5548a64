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
 */

import {
  type ClaimedAttempt,
  type ClaimWanted,
  UnansweredClaimError,
  UnwitnessedClaimError,
} from "@/lib/application/claim-intents";
import { crashPoint } from "@/lib/config/crash-point";
import type { Performed } from "@/lib/connectors/connector";
import type { SettleUntilSaid } from "./settler";

export type ExecutorDeps = {
  claim: (wanted: Required<ClaimWanted>) => Promise<ClaimedAttempt[]>;
  /** Tools that are not to be tried now. */
  restingTools: () => string[];
  /** How many more attempts of a tool may start now, its share of the slots aside. */
  roomFor: (tool: string) => number;
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
  underWay(): number;
  /** How long what is under way may still take. */
  leftMs(): number;
  stop(): Promise<void>;
};

const HINTS_MAX = 10_000;
const HINTS_PER_CLAIM_MAX = 500;
/** The share of the slots that one tool leaves to the others. */
const KEPT_FOR_OTHERS = 0.25;

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
  const hints = new Set<string>();
  /** What is under way, and until when it may be. */
  const running = new Map<Promise<void>, number>();
  const runningByTool = new Map<string, number>();
  const toolMax = Math.max(1, deps.slots - Math.floor(deps.slots * KEPT_FOR_OTHERS));
  let claiming = false;
  let hasBacklog = false;
  let changedMeanwhile = false;
  let claimInFlight: Promise<unknown> = Promise.resolve();
  let stopped = false;

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

  function occupy(attempt: ClaimedAttempt, claimedAtMs: number, what: Promise<void>): void {
    const { tool } = attempt;
    runningByTool.set(tool, (runningByTool.get(tool) ?? 0) + 1);
    const work = what.catch((error: unknown) => deps.onError(error, attempt.intentId));
    running.set(work, claimedAtMs + attempt.timeoutMs);
    void work.finally(() => {
      running.delete(work);
      const left = (runningByTool.get(tool) ?? 1) - 1;
      if (left > 0) runningByTool.set(tool, left);
      else runningByTool.delete(tool);
      void pump();
    });
  }

  /** `isShort`: more may be due than there was room for. */
  async function claimInto(ids: string[] | null, free: number): Promise<{ count: number; isShort: boolean }> {
    // Measured before the claim commits: the deadline that follows from it can only be too early, never too late.
    const claimedAtMs = deps.monotonicMs();
    const taken = new Map(runningByTool);
    const roomFor = (tool: string) => Math.min(toolMax - (taken.get(tool) ?? 0), deps.roomFor(tool));
    const full = [...taken.keys()].filter((tool) => roomFor(tool) <= 0);
    const exceptTools = [...deps.restingTools(), ...full];
    crashPoint("before_claim");
    const claim = deps.claim({ ids, limit: free, exceptTools, roomFor });
    claimInFlight = claim.catch(() => undefined); // the caller reports it
    const claimed = await claim.catch((error: unknown) => {
      if (error instanceof UnansweredClaimError) giveBack(error.attempts, UNANSWERED, claimedAtMs);
      if (error instanceof UnwitnessedClaimError) giveBack(error.attempts, UNWITNESSED, claimedAtMs);
      throw error;
    });
    if (claimed.length > 0) crashPoint("claimed");
    for (const attempt of claimed) {
      taken.set(attempt.tool, (taken.get(attempt.tool) ?? 0) + 1);
      occupy(attempt, claimedAtMs, execute(attempt, claimedAtMs));
    }
    const isShort = claimed.length === free || [...taken.keys()].some((tool) => roomFor(tool) <= 0);
    return { count: claimed.length, isShort };
  }

  /**
   * Hints that were not taken are forgotten. Where it was for want of room, whoever frees a slot looks without them: a
   * tool that is full must not stand in front of others with what it cannot take.
   */
  async function claimHinted(free: number): Promise<number> {
    const ids = [...hints].slice(0, HINTS_PER_CLAIM_MAX);
    for (const id of ids) hints.delete(id);
    const { count, isShort } = await claimInto(ids, free);
    hasBacklog ||= isShort;
    return count;
  }

  /** Only a look at everything can tell that nothing is left. */
  async function claimDue(free: number): Promise<number> {
    const { count, isShort } = await claimInto(null, free);
    hasBacklog = isShort;
    return count;
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
        const count = hints.size > 0 ? await claimHinted(free) : await claimDue(free);
        // A slot that was freed while we looked may be what it was waiting for.
        if (count === 0 && hints.size === 0 && !changedMeanwhile) break;
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
        return await claimDue(free);
      } finally {
        claiming = false;
        void pump();
      }
    },
    underWay: () => running.size,
    leftMs: () => Math.max(0, ...[...running.values()].map((deadlineMs) => deadlineMs - deps.monotonicMs())),
    async stop() {
      stopped = true;
      hints.clear();
      await claimInFlight;
      // A claim that has just returned starts its attempts in the same turn of the event loop.
      await new Promise(setImmediate);
      while (running.size > 0) await Promise.allSettled([...running.keys()]);
    },
  };
}
