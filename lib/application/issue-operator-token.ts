/** An admin gives an operator a bearer token for scripts. It exists in clear only in the answer. */
import type { Actor } from "@/lib/domain/actor";
import type { Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { OperatorTokenRow } from "@/lib/store/operator-tokens";
import { insertOperatorToken } from "@/lib/store/operators";
import type { CreateTokenBody } from "@/lib/wire/operator";
import { newCredential } from "./credentials";
import { lockKnownOperator, type OperatorDeps, operatorEvent, requireEnabled } from "./known-operator";
import { requireDurationMs } from "./require-duration";

export type NewToken = { token: OperatorTokenRow; secret: string };

export async function issueOperatorToken(
  deps: OperatorDeps,
  input: { actor: Actor; operatorId: string; body: CreateTokenBody },
): Promise<NewToken> {
  const { actor, operatorId, body } = input;
  const lifetimeMs = body.expiresIn === undefined ? null : requireDurationMs(body.expiresIn, "/expiresIn");
  return deps.db.transaction(async (tx) => {
    requireEnabled((await lockKnownOperator(tx, actor, operatorId)).operator);
    return issueToken(deps, tx, await databaseNow(tx), { actor, operatorId, name: body.name, lifetimeMs });
  });
}

export type Issue = { actor: Actor; operatorId: string; name: string; lifetimeMs: number | null };

/** For an operator that this transaction has locked or made. */
export async function issueToken(deps: OperatorDeps, tx: Tx, atMs: number, issue: Issue): Promise<NewToken> {
  const { actor, operatorId, name, lifetimeMs } = issue;
  const { secret, hash, hint } = newCredential("operator_token");
  const expiresAt = lifetimeMs === null ? null : new Date(atMs + lifetimeMs);
  const stored = { id: deps.newId("tok"), name, hint, createdAt: new Date(atMs), expiresAt };
  await insertOperatorToken(tx, { ...stored, operatorId, hash });
  const event = operatorEvent("operator.token_created", actor, operatorId, { tokenId: stored.id, expiresAt });
  await recordEvents(tx, deps.newId, atMs, [{ ...event, detail: { name } }]);
  return { token: { ...stored, revokedAt: null, lastUsedAt: null }, secret };
}
