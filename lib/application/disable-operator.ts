/** From the commit on the operator's sessions and tokens open nothing. Doing it again changes nothing. */
import type { Actor } from "@/lib/domain/actor";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { revokeTokensOf } from "@/lib/store/operator-tokens";
import { endSessionsOf, updateOperator } from "@/lib/store/operators";
import { lockKnownOperator, type OperatorDeps, operatorEvent, requireAnotherAdmin } from "./known-operator";

export async function disableOperator(deps: OperatorDeps, input: { actor: Actor; operatorId: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const known = await lockKnownOperator(tx, input.actor, input.operatorId);
    const { operator } = known;
    if (operator.disabledAt !== null) return;
    requireAnotherAdmin(known, "disabled");
    const atMs = await databaseNow(tx);
    const at = new Date(atMs);
    await updateOperator(tx, operator.id, { disabledAt: at });
    const data = {
      endedSessionCount: await endSessionsOf(tx, operator.id, at, null),
      revokedTokenCount: await revokeTokensOf(tx, operator.id, at),
    };
    await recordEvents(tx, deps.newId, atMs, [operatorEvent("operator.disabled", input.actor, operator.id, data)]);
  });
}
