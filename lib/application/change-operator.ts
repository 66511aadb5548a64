/** An admin changes an operator's name, role or password. A new password ends the sessions that the old one opened. */
import type { Actor } from "@/lib/domain/actor";
import type { Role } from "@/lib/domain/intent";
import type { Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { endSessionsOf, type OperatorRow, updateOperator } from "@/lib/store/operators";
import type { ChangeOperatorBody } from "@/lib/wire/operator";
import { hashNewPassword } from "./hash-new-password";
import {
  lockKnownOperator,
  type OperatorDeps,
  operatorEvent,
  requireAnotherAdmin,
  requireEnabled,
} from "./known-operator";

export type ChangeOperatorInput = {
  actor: Actor;
  operatorId: string;
  body: ChangeOperatorBody;
  /** The session that asks: whoever changes their own password stays signed in here. */
  sessionId: string | null;
};

export async function changeOperator(deps: OperatorDeps, input: ChangeOperatorInput): Promise<OperatorRow> {
  const { actor, body } = input;
  const passwordHash = body.password === undefined ? null : await hashNewPassword(body.password);
  return deps.db.transaction(async (tx) => {
    const known = await lockKnownOperator(tx, actor, input.operatorId);
    const { operator } = known;
    requireEnabled(operator);
    if (body.role !== undefined) requireAnotherAdmin(known, body.role);
    const { from, to } = differing(operator, body);
    if (Object.keys(to).length === 0 && passwordHash === null) return operator;
    const atMs = await databaseNow(tx);
    await updateOperator(tx, operator.id, { ...to, ...(passwordHash === null ? {} : { passwordHash }) });
    const password = passwordHash === null ? {} : await endSessions(tx, input, atMs);
    const { name: nameBefore, ...rolesBefore } = from;
    const { name, ...roles } = to;
    const renamed = name === undefined ? {} : { renamed: true };
    const data = { from: rolesBefore, to: roles, ...renamed, ...password };
    const detail = name === undefined ? {} : { from: { name: nameBefore }, to: { name } };
    const event = operatorEvent("operator.changed", actor, operator.id, data);
    await recordEvents(tx, deps.newId, atMs, [{ ...event, detail }]);
    return { ...operator, ...to, hasPassword: operator.hasPassword || passwordHash !== null };
  });
}

async function endSessions(tx: Tx, { operatorId, sessionId }: ChangeOperatorInput, atMs: number) {
  const endedSessionCount = await endSessionsOf(tx, operatorId, new Date(atMs), sessionId);
  return { password: "changed", endedSessionCount };
}

function differing(operator: OperatorRow, { name, role }: ChangeOperatorBody) {
  const from: Record<string, string> = {};
  const to: { name?: string; role?: Role } = {};
  if (name !== undefined && name !== operator.name) {
    from["name"] = operator.name;
    to.name = name;
  }
  if (role !== undefined && role !== operator.role) {
    from["role"] = operator.role;
    to.role = role;
  }
  return { from, to };
}
