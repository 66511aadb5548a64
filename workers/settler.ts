/**
 * Says what came of attempts until the store has heard it; several travel together.
 *
 * S1  What came of an attempt is said until it was heard, also when the lease is long over: an effect with its id ends the
 *     doubt that began meanwhile.
 * S2  Only a fault of what is said makes it say less, and where even the least is refused, an effect that is known by its
 *     id is said whole again.
 * S3  A row that was found taken several times is stood in line for, apart from all batches: others that ask for it again
 *     and again must not make what came of an attempt miss its lease.
 */
import { makeBatcher } from "@/lib/application/batch";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import { knowsEffect } from "@/lib/domain/event";
import { isBusy, isDataFault, isOutOfLocks, isUnreachable } from "@/lib/store/errors";

export type SettlerDeps = {
  settle: (settlements: Settlement[]) => Promise<SettleResult[]>;
  /** Waits for the row; throws where that took too long (`isBusy`). Absent: it is only tried. */
  settleInLine?: (settlement: Settlement) => Promise<SettleResult>;
  onError: (error: unknown, intentId?: string) => void;
};
/** Resolves once it was heard. */
export type SettleUntilSaid = (settlement: Settlement) => Promise<void>;

const RETRY_MS = 250;
/** A row is mostly held for as long as a flush takes; doubled up to the other. */
const LOCKED_RETRY_MS = 4;
/** Together a quarter of a second. */
const LOCKED_TRIES_MAX = 6;
/** Each keeps a connection while it waits. */
const IN_LINE_MAX = 3;
/** What was claimed together often ends together. */
const GATHER_MS = 2;

export function makeSettler(deps: SettlerDeps): SettleUntilSaid {
  const settleBatched = makeBatcher<Settlement, SettleResult>({
    run: deps.settle,
    // Each effect takes a lock: a lock table that is full has room for fewer at once.
    isHopeless: (error) => isUnreachable(error) && !isOutOfLocks(error),
    groupFault: { is: isBusy, groupOf: ({ intentId }) => intentId },
    inFlightMax: 2,
    companyMin: 8,
    gatherMs: GATHER_MS,
    itemsMax: 100,
    queueMax: Number.MAX_SAFE_INTEGER, // bounded by the executor's slots, and by the functions that outlive theirs
  });

  let inLineCount = 0;
  /** Who waited in vain tries again for a while, so that a row that stays locked leaves its place to others. */
  async function standInLine(settlement: Settlement, settleInLine: NonNullable<SettlerDeps["settleInLine"]>) {
    inLineCount += 1;
    try {
      return await settleInLine(settlement);
    } catch (error) {
      if (isBusy(error)) return "locked";
      throw error;
    } finally {
      inLineCount -= 1;
    }
  }

  return async function settleUntilSaid(said) {
    let settlement = said;
    let lockedCount = 0;
    while (true) {
      let retryMs = RETRY_MS;
      try {
        const mayStand = lockedCount >= LOCKED_TRIES_MAX && inLineCount < IN_LINE_MAX;
        if (mayStand) lockedCount = 0;
        const result =
          mayStand && deps.settleInLine !== undefined
            ? await standInLine(settlement, deps.settleInLine) // S3
            : await settleBatched(settlement);
        if (result !== "locked" && result !== "waits") return;
        if (result === "waits") settlement = { ...settlement, hasWaited: true };
        else retryMs = Math.min(RETRY_MS, LOCKED_RETRY_MS * 2 ** lockedCount++);
      } catch (error) {
        deps.onError(error, settlement.intentId);
        if (isDataFault(error)) {
          const less = withoutDetails(settlement) ?? inPlainWords(settlement);
          // Plain words cannot be at fault, so what fails is something else. Without an effect the lease's end says as much.
          if (less === null && !knowsEffect(said.outcome)) return;
          settlement = less ?? said;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  };
}

/** What cannot be stored as it is must not lose what it says: the outcome alone. Null: there are no details. */
function withoutDetails(settlement: Settlement): Settlement | null {
  const { outcome, exchange } = settlement;
  const hasResult = "result" in outcome && outcome.result !== null;
  if (exchange === null && !hasResult) return null;
  return { ...settlement, exchange: null, outcome: hasResult ? { ...outcome, result: null } : outcome };
}

const NOT_STORED = { code: "outcome_not_stored", message: "What came of this attempt could not be stored as it was." };

/**
 * Not even the outcome alone: what it means, without its words. An effect of which nothing can be kept is an honest doubt
 * now, not one that begins when the lease runs out. Null: these are the plain words.
 */
function inPlainWords(settlement: Settlement): Settlement | null {
  const { outcome } = settlement;
  if (!("failure" in outcome)) return { ...settlement, outcome: { class: "unknown", failure: NOT_STORED } };
  if (outcome.failure === NOT_STORED) return null;
  return { ...settlement, outcome: { ...outcome, failure: NOT_STORED } };
}
