/** From the commit on the token opens nothing. Doing it again changes nothing. */
import type { Actor } from "@/lib/domain/actor";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { findOperatorToken, revokeToken } from "@/lib/store/operator-tokens";
import { NotFoundError } from "./errors";
import { lockKnownOperator, type OperatorDeps, operatorEvent } from "./known-operator";

export async function revokeOperatorToken(
  deps: OperatorDeps,
  input: { actor: Actor; operatorId: string; tokenId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { operator } = await lockKnownOperator(tx, input.actor, input.operatorId);
    const token = await findOperatorToken(tx, operator.id, input.tokenId);
    if (token === null) throw new NotFoundError("not_found", "The operator has no such token.");
    if (token.revokedAt !== null) return;
    const atMs = await databaseNow(tx);
    await revokeToken(tx, token.id, new Date(atMs));
    const data = { tokenId: token.id };
    await recordEvents(tx, deps.newId, atMs, [operatorEvent("operator.token_revoked", input.actor, operator.id, data)]);
  });
}
