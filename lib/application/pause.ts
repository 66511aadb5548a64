/**
 * An operator pauses a tool, an agent or everything. No intent changes: from the answer on nothing covered is claimed
 * (what is executing finishes), and the clocks of covered holds stand still.
 */
import type { IdPrefix } from "@/lib/domain/id";
import { type PauseScope, targetOf } from "@/lib/domain/pause/pause";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { findLatestPause, insertPause, lockPauseSwitch, type StoredPause } from "@/lib/store/pauses";
import { loadPauseTarget, pauseEvent } from "./pause-target";

export type PauseDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type PauseInput = { scope: PauseScope; reason: string; operator: StoredOperator };

/** Pausing what is paused gives the pause that is there: its reason and its start stay. */
export async function pause(deps: PauseDeps, { scope, reason, operator }: PauseInput): Promise<StoredPause> {
  return deps.db.transaction(async (tx) => {
    const { namespace } = await loadPauseTarget(tx, scope);
    await lockPauseSwitch(tx);
    const place = { covers: scope.covers, target: targetOf(scope) };
    const latest = await findLatestPause(tx, place);
    if (latest !== null && latest.resumedAt === null) return latest;
    const id = deps.newId("pau");
    const pausedAt = await databaseNow(tx);
    await insertPause(tx, { ...place, id, reason, pausedBy: operator.id, pausedAt: new Date(pausedAt) });
    const event = pauseEvent("paused", { scope, namespace, operator }, { pauseId: id });
    await recordEvents(tx, deps.newId, pausedAt, [{ ...event, detail: { reason } }]);
    const pausedBy = { id: operator.id, name: operator.name };
    return { ...place, id, reason, pausedBy, pausedAt, resumedBy: null, resumedAt: null };
  });
}
