/** Somebody takes back what waits to be published: whoever stands behind it, or an admin. */
import { roleSuffices } from "@/lib/domain/intent";
import { findActiveContract, lockTool } from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import { ForbiddenError, NotFoundError } from "./errors";
import { closeOverdue, endProposal, type ProposalDeps } from "./publish/proposals";

export type WithdrawProposalInput = { tool: string; proposalId: string; operator: StoredOperator };

export async function withdrawProposal(
  deps: ProposalDeps & { db: Database },
  { tool, proposalId, operator }: WithdrawProposalInput,
): Promise<void> {
  const isOpen = await deps.db.transaction(async (tx) => {
    await lockTool(tx, tool);
    const active = await findActiveContract(tx, tool);
    const at = await databaseNow(tx);
    const open = await closeOverdue(tx, deps, tool, active?.version ?? 0, at);
    if (open?.id !== proposalId) return false;
    // Whoever stands behind it may always step back, whatever became of their role.
    const isTheirs = open.people.some(({ operatorId }) => operatorId === operator.id);
    if (!isTheirs && !roleSuffices(operator.role, "admin")) {
      throw new ForbiddenError("This needs the role admin.", "role_required");
    }
    await endProposal(tx, deps, "withdrawn", operator.id, open, at);
    return true;
  });
  if (!isOpen) throw new NotFoundError("not_found", "No such proposal waits for people.");
}
