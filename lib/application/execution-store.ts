/**
 * What the execution protocol asks of its store, and all that it may rely on. PostgreSQL keeps these promises through
 * the verbs of this folder; the simulation keeps them in memory. Both pass `tests/simulation/execution-store-contract`.
 *
 * T1  Each call is one atomic step on the store's own clock: it happened whole, or not at all.
 * T2  Of two calls that want the same intent, one finds it as the other left it.
 */
import type { Actor } from "@/lib/domain/actor";
import type { IntentEvent } from "@/lib/domain/event";
import type { IntentRow } from "@/lib/store/intent-row";
import type { ClaimedAttempt, ClaimWanted } from "./claim-intents";
import type { PendingSubmission, Recorded } from "./intake/pending";
import type { Settlement, SettleResult } from "./settle-attempts";

type WithoutTime<E> = E extends { at: number } ? Omit<E, "at"> : never;
/** The store says when. */
export type UntimedEvent = WithoutTime<IntentEvent>;

export type ExecutionStore = {
  /** Folded in order, answered only once committed (L2). */
  submit(batch: PendingSubmission[]): Promise<Recorded[]>;
  /** Whatever is due among these, or at all: leased, fenced, its attempt on record before anybody is told (L4). */
  claim(wanted: ClaimWanted): Promise<ClaimedAttempt[]>;
  /** Only the attempt that holds the fence is heard, or one that knows the effect; that another one tried is on record. */
  settle(settlements: Settlement[]): Promise<SettleResult[]>;
  /** Leases and holds that ran out. Returns how many it moved. */
  sweep(): Promise<number>;
  /** Throws `RefusedError` where the state machine says no. */
  apply(intentId: string, actor: Actor, event: UntimedEvent): Promise<IntentRow>;
  find(intentId: string): Promise<IntentRow | null>;
};
