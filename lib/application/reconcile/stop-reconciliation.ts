/** An operator stops a reconciliation. What it found stays; what it had staged is removed. */

import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { type ReconciliationRow, stopReconciliation as stopRun } from "@/lib/store/reconciliations";
import { ConflictError } from "../errors";
import { runEvent } from "./run-audit";
import { loadReconciliation, type StartDeps } from "./start-reconciliation";

export async function stopReconciliation(
  { db, newId }: Pick<StartDeps, "db" | "newId">,
  { operator, id }: { operator: StoredOperator; id: string },
): Promise<ReconciliationRow> {
  return db.transaction(async (tx) => {
    const before = await loadReconciliation(tx, id);
    if (before.state === "stopped") return before;
    if (!(await stopRun(tx, id))) {
      const correctiveAction = "Nothing is left to stop: read what it found.";
      throw new ConflictError("reconciliation_over", `The reconciliation has ${before.state}.`, { correctiveAction });
    }
    const event = runEvent("stopped", { kind: "operator", id: operator.id }, before, { counts: before.counts });
    await recordEvents(tx, newId, await databaseNow(tx), [event]);
    return loadReconciliation(tx, id);
  });
}
