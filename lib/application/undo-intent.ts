/** An operator takes an approval back inside the undo window: the intent is held again, as it was before. */
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { holdOf, type IntentRow } from "@/lib/store/intent-row";
import { databaseNow, findIntentRow, type TermsOf } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import { applyEvent } from "./apply-event";
import { NotFoundError } from "./errors";
import { inLine } from "./intent-line";

export type UndoDeps = { db: Database; newId: (prefix: IdPrefix) => string; termsOf: TermsOf };
export type UndoInput = { operator: StoredOperator; intentId: string; reason: string | null };

export async function undoIntent(deps: UndoDeps, { operator, intentId, reason }: UndoInput): Promise<IntentRow> {
  return inLine(deps.db, intentId, async (tx) => {
    const before = await findIntentRow(tx, intentId);
    if (before === null) throw new NotFoundError("not_found", "There is no such intent.");
    const at = await databaseNow(tx);
    // The time to decide starts anew, as long as it was.
    const lifted = holdOf(before);
    const lastsMs = lifted === null ? 0 : lifted.expiresAt - lifted.since;
    const event = { type: "undo", at, operatorId: operator.id, role: operator.role, expiresAt: at + lastsMs } as const;
    const actor = { kind: "operator", id: operator.id } as const;
    return applyEvent(tx, deps, { intentId, actor, event, detail: reason === null ? {} : { reason } });
  });
}
