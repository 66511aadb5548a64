/** An operator takes an approval back inside the undo window: the intent is held again, as it was before. */
import type { IntentEvent } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { holdOf, type IntentRow } from "@/lib/store/intent-row";
import type { TermsOf } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import { applyEvent } from "./apply-event";
import { inLine } from "./intent-line";

export type UndoDeps = { db: Database; newId: (prefix: IdPrefix) => string; termsOf: TermsOf };
export type UndoInput = { operator: StoredOperator; intentId: string; reason: string | null };

export async function undoIntent(deps: UndoDeps, { operator, intentId, reason }: UndoInput): Promise<IntentRow> {
  return inLine(deps.db, intentId, (tx) => {
    const actor = { kind: "operator", id: operator.id } as const;
    const detail = reason === null ? {} : { reason };
    return applyEvent(tx, deps, { intentId, actor, event: (at, row) => undoOf(row, operator, at), detail });
  });
}

/** The time to decide starts anew, as long as it was. */
function undoOf(row: IntentRow, { id: operatorId, role }: StoredOperator, at: number): IntentEvent {
  const lifted = holdOf(row);
  const lastsMs = lifted === null ? 0 : lifted.expiresAt - lifted.since;
  return { type: "undo", at, operatorId, role, expiresAt: at + lastsMs };
}
