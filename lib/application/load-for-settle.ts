/** What a settle must know before it decides, read under the locks of its rows. */
import { knowsEffect } from "@/lib/domain/event";
import { type AttemptOnRecord, findAttempts } from "@/lib/store/attempts";
import { type EffectClaim, findOtherOwners } from "@/lib/store/effects";
import { lockFreeIntents, type SettledIntent } from "@/lib/store/intents";
import type { PipelinedTx } from "@/lib/store/raw-transaction";
import { findEpoch } from "@/lib/store/store-state";
import { findStandIns, isRemembered } from "./forgotten-effect";
import type { SettleDeps, Settlement } from "./settle-attempts";

export type KnownForSettle = {
  at: number;
  byId: Map<string, SettledIntent>;
  lockedIds: ReadonlySet<string>;
  missedLocks: ReadonlySet<string>;
  /** Other intents that have an effect already. */
  owners: Map<string, string>;
  attempts: Map<string, AttemptOnRecord>;
  /** Of the attempts that were asked for, those that are not on record although the worker remembers them. */
  forgottenIds: ReadonlySet<string>;
  /** By an intent that is gone, the one that has its key now. */
  standIns: ReadonlyMap<string, string>;
  /** Of the store; null: it is not whole, or nothing was forgotten. */
  epoch: number | null;
};

/** One round trip; a second only where something changed since its claim, is locked, late, or was perhaps never claimed. */
export async function loadForSettle(
  deps: Pick<SettleDeps, "termsOf">,
  tx: PipelinedTx,
  settlements: Settlement[],
  claims: EffectClaim[],
): Promise<KnownForSettle> {
  const ids = [...new Set(settlements.map(({ intentId }) => intentId))];
  const asClaimed = new Map(
    settlements.flatMap(({ intentId, claim }) => (claim?.asClaimed ? [[intentId, claim.asClaimed]] : [])),
  );
  const [{ stored, lockedIds, at }, owners, missedLocks] = await Promise.all([
    lockFreeIntents(tx, ids, deps.termsOf, asClaimed),
    findOtherOwners(tx, claims),
    tx.missed,
  ]);
  const byId = new Map(stored.map((found) => [found.row.id, found]));
  // Asked once the rows are ours: by then the claim was committed or never will be.
  const doubtful = settlements.filter(
    (one) => one.isUnansweredClaim || (knowsEffect(one.outcome) && !isCurrent(byId.get(one.intentId), one)),
  );
  const attempts = await findAttempts(
    tx,
    doubtful.map(({ attemptId }) => attemptId),
  );
  const known = { at, byId, lockedIds, missedLocks, owners, attempts };
  const forgotten = doubtful.filter(isRemembered).filter(({ attemptId }) => !attempts.has(attemptId));
  if (forgotten.length === 0) return { ...known, ...NOTHING_FORGOTTEN };
  const forgottenIds = new Set(forgotten.map(({ attemptId }) => attemptId));
  const epoch = await findEpoch(tx);
  const gone = forgotten.filter(({ intentId }) => !byId.has(intentId) && !lockedIds.has(intentId));
  const standIns = await findStandIns(tx, gone);
  if (standIns.size === 0) return { ...known, forgottenIds, standIns, epoch };
  const more = await lockFreeIntents(tx, [...new Set(standIns.values())], deps.termsOf);
  const claimedToo = gone.map((one) => standIn({ standIns }, one)).flatMap(effectOf);
  return {
    ...known,
    ...{ forgottenIds, standIns, epoch },
    at: more.at,
    byId: new Map([...byId, ...more.stored.map((found) => [found.row.id, found] as const)]),
    lockedIds: new Set([...lockedIds, ...more.lockedIds]),
    owners: new Map([...owners, ...(await findOtherOwners(tx, claimedToo))]),
  };
}

const NOTHING_FORGOTTEN = { forgottenIds: new Set<string>(), standIns: new Map<string, string>(), epoch: null };

export function standIn({ standIns }: Pick<KnownForSettle, "standIns">, settlement: Settlement): Settlement {
  const id = standIns.get(settlement.intentId);
  return id === undefined ? settlement : { ...settlement, intentId: id };
}

function isCurrent(stored: SettledIntent | undefined, { attemptId, fence }: Settlement): boolean {
  return stored?.row.attemptId === attemptId && stored.row.fence === fence;
}

export function effectOf({ intentId, outcome }: Settlement): EffectClaim[] {
  return knowsEffect(outcome) ? [{ intentId, effectId: outcome.effectId }] : [];
}
