/** An admin, or whoever holds the database (scripts/operator.ts), adds an operator. */
import type { Actor } from "@/lib/domain/actor";
import type { Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { insertOperatorIfFree, type OperatorRow } from "@/lib/store/operators";
import type { CreateOperatorBody } from "@/lib/wire/operator";
import { ConflictError } from "./errors";
import { hashNewPassword } from "./hash-new-password";
import { issueToken, type NewToken } from "./issue-operator-token";
import { type OperatorDeps, operatorEvent, requireStillAdmin } from "./known-operator";

/** With the name of a first token the operator gets one in the same transaction. */
export type CreateOperatorInput = { actor: Actor; body: CreateOperatorBody; tokenName?: string };
export type CreatedOperator = { operator: OperatorRow; token: NewToken | null };

export async function createOperator(deps: OperatorDeps, input: CreateOperatorInput): Promise<CreatedOperator> {
  const { actor, body, tokenName } = input;
  const passwordHash = body.password === undefined ? null : await hashNewPassword(body.password);
  return deps.db.transaction(async (tx) => {
    await requireStillAdmin(tx, actor);
    const atMs = await databaseNow(tx);
    const operator = await insertNew(deps, tx, atMs, body, passwordHash);
    const { role, hasPassword } = operator;
    await recordEvents(tx, deps.newId, atMs, [
      operatorEvent("operator.created", actor, operator.id, { role, hasPassword }),
    ]);
    if (tokenName === undefined) return { operator, token: null };
    const issue = { actor, operatorId: operator.id, name: tokenName, lifetimeMs: null };
    return { operator, token: await issueToken(deps, tx, atMs, issue) };
  });
}

async function insertNew(
  deps: OperatorDeps,
  tx: Tx,
  atMs: number,
  { email, name, role }: CreateOperatorBody,
  passwordHash: string | null,
): Promise<OperatorRow> {
  const stored = { id: deps.newId("opr"), email, name, role, createdAt: new Date(atMs) };
  if (!(await insertOperatorIfFree(tx, { ...stored, passwordHash }))) throw emailTaken();
  return { ...stored, hasPassword: passwordHash !== null, disabledAt: null };
}

function emailTaken(): ConflictError {
  const correctiveAction = "Change the operator who has it, or use another address.";
  return new ConflictError("email_taken", "An operator has this address already.", { correctiveAction });
}
