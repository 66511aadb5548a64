/** An operator resumes. Clocks run on from where they stood; the sweeper finds what is due within its next turn. */
import { type PauseScope, targetOf } from "@/lib/domain/pause/pause";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { endPause, findLatestPause, type StoredPause } from "@/lib/store/pauses";
import type { PauseDeps } from "./pause";
import { loadPauseTarget, pauseEvent } from "./pause-target";

export type ResumeInput = { scope: PauseScope; operator: StoredOperator };

/** Resuming what is not paused changes nothing; null: it never was paused. */
export async function resume(deps: PauseDeps, { scope, operator }: ResumeInput): Promise<StoredPause | null> {
  return deps.db.transaction(async (tx) => {
    const { namespace } = await loadPauseTarget(tx, scope);
    const place = { covers: scope.covers, target: targetOf(scope) };
    const at = await databaseNow(tx);
    const ended = await endPause(tx, place, operator.id, at);
    const latest = await findLatestPause(tx, place);
    if (ended) {
      const event = pauseEvent("resumed", { scope, namespace, operator }, { pauseId: latest?.id ?? null });
      await recordEvents(tx, deps.newId, at, [event]);
    }
    return latest;
  });
}
