/**
 * The store turned out to have gone back in time: a new epoch begins, on record, and nothing is claimed until all that
 * may have run is in doubt (`put-in-doubt`). Several workers notice at once; one of them opens it.
 */
import type { Actor } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { RestoredWhy } from "@/lib/domain/store-epoch";
import type { Database } from "@/lib/store/database";
import { findingsWrite } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { insertNotifications } from "@/lib/store/notifications";
import { insertEpoch, lockStoreState, readServerIdentity } from "@/lib/store/store-state";
import { writeTogether } from "@/lib/store/write-together";

export type OpenEpochDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  publicUrl: string;
  /** Operators are told outside; else the message is only on record. */
  sends: boolean;
};

export type OpenEpochInput = {
  why: RestoredWhy;
  actor: Actor;
  reason: string | null;
  /** The epoch in which it was noticed; another one by now: it is being dealt with. Null: an operator says so. */
  noticedIn: number | null;
  /** The highest epoch that any witness has seen. */
  seenEpoch: number;
};

const EVENT = "store.restored";
/** Findings of the whole store belong to no namespace and no tool. */
export const WHOLE_STORE = { namespace: "*", tool: "*", intentId: null, submissionId: null };

/** The epoch that is open now. */
export async function openEpoch(deps: OpenEpochDeps, input: OpenEpochInput): Promise<number> {
  const server = await readServerIdentity(deps.db);
  const { why, actor, reason, noticedIn } = input;
  return deps.db.transaction(async (tx) => {
    const state = await lockStoreState(tx);
    if (noticedIn !== null && state.epoch !== noticedIn) return state.epoch;
    if (state.restoring) return state.epoch;
    const at = await databaseNow(tx);
    const epoch = Math.max(state.epoch, input.seenEpoch) + 1;
    await insertEpoch(tx, { epoch, at, why, openedBy: actor.id, reason, server });
    const data = { epoch, why, epochBefore: state.epoch };
    const detail = reason === null ? {} : { reason };
    await recordEvents(tx, deps.newId, at, [
      { type: EVENT, actor, namespace: null, intentId: null, subject: "store", data, detail },
    ]);
    const finding = { id: deps.newId("fnd"), kind: "store_restored", ...WHOLE_STORE, data, createdAt: new Date(at) };
    await writeTogether(tx, [findingsWrite([finding])]);
    const text = "The database went back in time. All that may have run since is in doubt; nothing runs twice.";
    const told = { text, ...data, url: `${deps.publicUrl}/findings` };
    await insertNotifications(tx, [
      {
        id: deps.newId("ntf"),
        kind: EVENT,
        intentId: null,
        payload: { type: EVENT, timestamp: new Date(at).toISOString(), data: told },
        createdAt: new Date(at),
        dueAt: deps.sends ? new Date(at) : null,
      },
    ]);
    return epoch;
  });
}
