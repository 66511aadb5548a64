/**
 * Between the worker and its claims: is this still the store that we know? (decision 032)
 *
 * G1  Nothing is claimed before the store was looked at: at the start, and whenever the server or the database behind
 *     the connection is another, the store was away, or it lacks a claim that this worker saw committed. The claim's own
 *     transaction finds that out.
 * G2  A store that went back: a new epoch, every witness hands over what it saw and the store lacks, all that may have
 *     run goes in doubt; only then is anything claimed. Whoever comes later finds it done.
 * G3  A claim is in the worker's own file and on its way to Redis before anything is sent for it. Where the file cannot be
 *     written Redis must have it; where neither has it the claim is given back, and none is made until one of them can.
 */
import {
  type ClaimedAttempt,
  type ClaimWanted,
  type KnownStore,
  StoreChangedError,
  UnwitnessedClaimError,
} from "@/lib/application/claim-intents";
import { type HandOverDeps, handOver } from "@/lib/application/store-epoch/hand-over";
import { type VerifiedStore, verifyStore } from "@/lib/application/store-epoch/verify-store";
import type { RestoredWhy, SeenClaim } from "@/lib/domain/store-epoch";
import { isUnreachable } from "@/lib/store/errors";
import { type NewestClaims, newestClaims } from "@/lib/store/store-state";
import { countLostClaims } from "@/lib/store/suspect-keys";
import { makeNewestSeen } from "./witness/newest-seen";
import { type Witness, WitnessUnheardError } from "./witness/witness";
import { WitnessFileError } from "./witness/witness-file";

export type StoreGuardDeps = HandOverDeps & {
  witness: Witness;
  claim: (wanted: ClaimWanted, known: KnownStore) => Promise<ClaimedAttempt[]>;
  openEpoch: (why: RestoredWhy, noticedIn: number, seenEpoch: number) => Promise<number>;
  putInDoubt: (epoch: number) => Promise<number>;
  /** Throws where the server must not be used at all. */
  requireDurable: () => Promise<void>;
  monotonicMs: () => number;
  /** No witness can be told of claims; nothing is claimed meanwhile. */
  onDeaf: (error: unknown) => void;
  /** How long other workers have to hand over what they saw, or more of it. */
  graceMs: number;
  log: { warn(more: object, message: string): void };
};

export type StoreGuard = {
  claim(wanted: ClaimWanted): Promise<ClaimedAttempt[]>;
  /**
   * What every worker claimed last, as the sweeper sees it. Another epoch is looked at also where no slot is free (G2).
   * False: it was not taken in, and all of it is to be told again.
   */
  sawNewest(seen: Pick<NewestClaims, "byWorker" | "epoch">): Promise<boolean>;
  /** False: nothing is claimed before it was looked at. */
  isKnown(): boolean;
};

type Known = { storeId: string; epoch: number; instance: string };

export function makeStoreGuard(deps: StoreGuardDeps): StoreGuard {
  /** Null: it has to be looked at. */
  let known: Known | null = null;
  let ownNewest: SeenClaim | null = null;
  const newest = makeNewestSeen();
  let looking: Promise<Known | null> | null = null;
  /** Since when all that was handed over in an epoch that is not ready for claims has been so many. */
  let waiting: { epoch: number; lostCount: number; sinceMs: number } | null = null;
  let handedOver = 0;
  let hasLooked = false;

  const remembered = () => [...(ownNewest === null ? [] : [ownNewest]), ...newest.all()];

  /** A claim and the sweeper look together. */
  function lookOnce(): Promise<Known | null> {
    looking ??= look()
      .catch((error: unknown) => {
        if (error instanceof WitnessFileError) deps.onDeaf(error);
        throw error;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  async function look(): Promise<Known | null> {
    await deps.requireDurable();
    const { state, seen, why } = await verifyStore(deps.db, async (storeId) => [
      ...remembered(),
      ...(await deps.witness.newest(storeId)),
    ]);
    await sayWhatIsMissing(seen);
    if (why !== null && !state.restoring) {
      const seenEpoch = Math.max(0, ...seen.map(({ epoch }) => epoch));
      const epoch = await deps.openEpoch(why, state.epoch, seenEpoch);
      deps.log.warn({ why, epoch }, "The store went back in time: all that may have run since goes in doubt");
      return look();
    }
    await handOverOnce(state);
    if (!state.restoring) return forget(state);
    if (!(await graceIsOver(state.epoch))) return null;
    const count = await deps.putInDoubt(state.epoch);
    deps.log.warn({ epoch: state.epoch, count }, "What may have run is in doubt; the worker goes on");
    return look();
  }

  /** A worker on a new machine, without Redis: what only the lost machine knew is not noticed by itself. */
  async function sayWhatIsMissing(seen: SeenClaim[]): Promise<void> {
    if (hasLooked) return;
    if (seen.length === 0 && Object.keys((await newestClaims(deps.db)).byWorker).length > 0)
      deps.log.warn({}, "No witness knows an earlier claim: a restore before this start has to be said by hand");
    hasLooked = true;
  }

  /** Of earlier epochs nothing has to be remembered any more. */
  function forget({ storeId, epoch, instance }: VerifiedStore["state"]): Known {
    waiting = null;
    if (ownNewest !== null && ownNewest.epoch !== epoch) ownNewest = null;
    newest.keepOnly(epoch);
    return { storeId, epoch, instance };
  }

  /**
   * G2: in every epoch that is new to this worker. At the start there may be one that it knows from its files. A witness that
   * cannot be read is asked again as soon as it can be; until then the others have to do.
   */
  async function handOverOnce({ storeId, epoch }: VerifiedStore["state"]): Promise<void> {
    if (epoch === 1 || handedOver === epoch) return;
    let allHeard = true;
    for (const source of deps.witness.recent(storeId)) {
      try {
        const lostCount = await handOver(deps, epoch, source);
        if (lostCount > 0)
          deps.log.warn({ epoch, lostCount }, "Claims that the store forgot are remembered by their keys");
      } catch (error) {
        if (!(error instanceof WitnessUnheardError)) throw error;
        deps.log.warn({ err: error, epoch }, "A witness of earlier claims is away; claims go on without it");
        allHeard = false;
      }
    }
    if (allHeard) handedOver = epoch;
  }

  /** Each page that some worker hands over gives it the time for the next. */
  async function graceIsOver(epoch: number): Promise<boolean> {
    const lostCount = await countLostClaims(deps.db.client, epoch);
    if (waiting?.epoch !== epoch || waiting.lostCount !== lostCount)
      waiting = { epoch, lostCount, sinceMs: deps.monotonicMs() };
    return deps.monotonicMs() - waiting.sinceMs >= deps.graceMs;
  }

  /** G3 */
  async function tellWitness(storeId: string, epoch: number, claimed: ClaimedAttempt[]): Promise<void> {
    try {
      const claims = claimed.map((one) => ({ ...one, epoch, claimedAt: new Date(one.startedAt) }));
      await deps.witness.saw(storeId, claims);
    } catch (error) {
      deps.onDeaf(error);
      throw new UnwitnessedClaimError(claimed, error);
    }
  }

  return {
    isKnown: () => known !== null,
    async claim(wanted) {
      if (deps.witness.canTellMore()) known = null;
      known ??= await lookOnce();
      if (known === null) return [];
      const { storeId, epoch, instance } = known;
      if (!(await deps.witness.canSee(storeId))) return []; // G3
      const witnessedIds = [...new Set(remembered().map(({ attemptId }) => attemptId))];
      try {
        const claimed = await deps.claim(wanted, { epoch, instance, witnessedIds });
        const last = claimed.at(-1);
        if (last !== undefined) {
          ownNewest = { epoch, attemptId: last.attemptId };
          await tellWitness(storeId, epoch, claimed);
        }
        return claimed;
      } catch (error) {
        if (!(error instanceof StoreChangedError) && !isUnreachable(error)) throw error;
        known = null; // G1
        if (error instanceof StoreChangedError) return [];
        throw error;
      }
    },
    async sawNewest({ byWorker, epoch }) {
      if (known?.epoch !== epoch) {
        known = await lookOnce();
        return false;
      }
      for (const [worker, attemptId] of Object.entries(byWorker)) newest.saw(worker, { epoch, attemptId });
      return true;
    },
  };
}
