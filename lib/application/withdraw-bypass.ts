/** Somebody who could order it takes an order back that still waits for people. */
import type { IdPrefix } from "@/lib/domain/id";
import { roleSuffices } from "@/lib/domain/intent";
import { closeOrder, findOpenOrder } from "@/lib/store/bypass-orders";
import type { Database } from "@/lib/store/database";
import { lockIntake } from "@/lib/store/intake-read";
import { databaseNow, findIntentRow, lockIntents, type TermsOf } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import { recordBypass } from "./bypass/audit";
import { NotFoundError, RefusedError } from "./errors";
import { inLine } from "./intent-line";

export type WithdrawBypassDeps = { db: Database; newId: (prefix: IdPrefix) => string; termsOf: TermsOf };
export type WithdrawBypassInput = { operator: StoredOperator; intentId: string };

export async function withdrawBypass(
  deps: WithdrawBypassDeps,
  { operator, intentId }: WithdrawBypassInput,
): Promise<void> {
  await inLine(deps.db, intentId, async (tx) => {
    const row = await findIntentRow(tx, intentId);
    if (row === null) throw new NotFoundError("not_found", "There is no such intent.");
    await lockIntake(tx, [row.tool], [row.stem]);
    const [stored] = await lockIntents(tx, [intentId], deps.termsOf);
    const order = await findOpenOrder(tx, intentId);
    const at = await databaseNow(tx);
    const isOver = order === null || at >= order.expiresAt.getTime();
    if (stored === undefined || isOver || order.endedAt.getTime() !== stored.row.endedAt?.getTime()) {
      throw new NotFoundError("not_found", "No bypass of this intent waits for people.");
    }
    // Whoever stands behind it may always step back, whatever became of their role.
    const isTheirs = order.people.some(({ operatorId }) => operatorId === operator.id);
    if (!isTheirs && !roleSuffices(operator.role, order.role)) {
      throw new RefusedError({ code: "role_required", role: order.role }, intentId);
    }
    await closeOrder(tx, { id: order.id, as: "withdrawn", by: operator.id, at: new Date(at) });
    await recordBypass(tx, deps, stored, operator, "withdrawn", order, at);
  });
}
