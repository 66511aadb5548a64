/** Who stands behind a change of a contract now, not only when they said so. */
import { roleSuffices } from "@/lib/domain/intent";
import type { ProposalPerson, ProposalRow } from "@/lib/store/contract-proposals";
import type { Tx } from "@/lib/store/database";
import { holdOperators, type OperatorRow } from "@/lib/store/operators";
import { ForbiddenError } from "../errors";

/** They stay as they are until the transaction ends. */
export async function holdStanding(
  tx: Tx,
  { people, role }: Pick<ProposalRow, "people" | "role">,
): Promise<{ people: ProposalPerson[]; hasAdmin: boolean }> {
  const ids = people.map(({ operatorId }) => operatorId);
  const able = (await holdOperators(tx, ids)).filter((one) => isAble(one, role));
  const standing = people.filter(({ operatorId }) => able.some(({ id }) => id === operatorId));
  return { people: standing, hasAdmin: able.some((one) => isAble(one, "admin")) };
}

/** Refused like anybody without the role: who was disabled, or lost it, after the request was read. */
export async function requireStanding(tx: Tx, operatorId: string, role: "approver" | "admin"): Promise<void> {
  const [operator] = await holdOperators(tx, [operatorId]);
  if (operator !== undefined && isAble(operator, role)) return;
  throw new ForbiddenError(`This needs the role ${role}.`, "role_required");
}

function isAble({ disabledAt, role }: OperatorRow, needed: "approver" | "admin"): boolean {
  return disabledAt === null && roleSuffices(role, needed);
}
