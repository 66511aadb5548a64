/**
 * A function that outlived its attempt may act until it returns, so absence does not count before: neither a probe's nor,
 * without a word of its own, a person's. Not a change of the intent (its version stays), as with the time of a probe:
 * every save reads the row under its lock.
 */
import type { Outcome } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { STILL_ACTS_MS } from "@/lib/domain/intent";
import type { Database } from "@/lib/store/database";
import { databaseNow, findIntentRow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { extendLastEnd } from "@/lib/store/late-functions";
import type { ClaimedAttempt } from "./claim-intents";
import type { RememberedClaim } from "./forgotten-effect";

export type LateDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  workerId: string;
};
export type LateAttempt = Pick<ClaimedAttempt, "attemptId" | "intentId" | "fence"> & RememberedClaim;

/**
 * It still runs. Said again before the time is over; a worker that died says nothing, and its function is gone. False:
 * the intent has ended, and need not be told again.
 */
export function sayStillActs({ db }: Pick<LateDeps, "db">, { intentId }: LateAttempt): Promise<boolean> {
  return extendLastEnd(db.client, intentId, STILL_ACTS_MS);
}

/** It came to its end, and that is on record. An effect id goes the way of every settle. */
export async function recordReturn(deps: LateDeps, attempt: LateAttempt, outcome: Outcome): Promise<void> {
  const { attemptId, intentId, fence } = attempt;
  await deps.db.transaction(async (tx) => {
    const row = await findIntentRow(tx, intentId);
    if (row === null) return;
    await extendLastEnd(tx, intentId, 0);
    const actor = { kind: "worker", id: deps.workerId } as const;
    const about = { namespace: row.namespace, intentId, subject: attemptId };
    const data = { fence, state: row.state, outcome: outcome.class };
    const event = { type: "attempt.returned_late", actor, ...about, data };
    await recordEvents(tx, deps.newId, await databaseNow(tx), [event]);
  });
}
