/**
 * What every change of an operator begins with.
 *
 * O1  All changes take the lock on today's admins first, so they go one after the other.
 * O2  Whoever asks is an admin still, not only when the request was read.
 * O3  One enabled admin remains: nobody can lock everybody out.
 */
import type { Actor, AuditEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { Role } from "@/lib/domain/intent";
import type { Database, Tx } from "@/lib/store/database";
import { lockEnabledAdmins, lockOperator, type OperatorRow } from "@/lib/store/operators";
import { ConflictError, ForbiddenError, NotFoundError } from "./errors";

export type OperatorDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type KnownOperator = { operator: OperatorRow; isLastAdmin: boolean };

/** Everybody who is an admin now. */
export async function requireStillAdmin(tx: Tx, actor: Actor): Promise<string[]> {
  const admins = await lockEnabledAdmins(tx);
  if (actor.kind !== "operator" || admins.includes(actor.id)) return admins;
  throw new ForbiddenError("This needs the role admin.", "role_required");
}

export async function lockKnownOperator(tx: Tx, actor: Actor, id: string): Promise<KnownOperator> {
  const admins = await requireStillAdmin(tx, actor);
  const operator = await lockOperator(tx, id);
  if (operator === null) throw new NotFoundError("not_found", "There is no such operator.");
  return { operator, isLastAdmin: admins.length === 1 && admins[0] === operator.id };
}

export function requireEnabled(operator: OperatorRow): void {
  if (operator.disabledAt === null) return;
  const correctiveAction = "Create another operator; a disabled one stays disabled.";
  throw new ConflictError("operator_disabled", "The operator is disabled.", { correctiveAction });
}

export function requireAnotherAdmin({ operator, isLastAdmin }: KnownOperator, next: Role | "disabled"): void {
  if (!isLastAdmin || next === operator.role) return;
  const correctiveAction = "Make somebody else an admin first.";
  throw new ConflictError("last_admin", "This is the last admin.", { correctiveAction });
}

export function operatorEvent(
  type: `operator.${string}`,
  actor: Actor,
  operatorId: string,
  data: Record<string, unknown>,
): AuditEvent {
  return { type, actor, namespace: null, intentId: null, subject: operatorId, data };
}
