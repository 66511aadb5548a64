/** An admin takes a standing approval back, at once. Revoking it again changes nothing. */
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { findListedGrant } from "@/lib/store/grant-history";
import { revokeGrantRow } from "@/lib/store/grants";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { NotFoundError } from "./errors";

export type RevokeGrantDeps = { db: Database; newId: (prefix: IdPrefix) => string };

export async function revokeGrant(
  deps: RevokeGrantDeps,
  { operator, grantId }: { operator: StoredOperator; grantId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    const revoked = await revokeGrantRow(tx, grantId, operator.id, new Date(at));
    const grant = await findListedGrant(tx, grantId);
    if (grant === null) throw new NotFoundError("not_found", "There is no such grant.");
    if (!revoked) return;
    await recordEvents(tx, deps.newId, at, [
      {
        type: "grant.revoked",
        actor: { kind: "operator", id: operator.id },
        namespace: grant.homeNamespace,
        intentId: null,
        subject: grantId,
        data: { tool: grant.tool, agentId: grant.agentId, usesCount: grant.usesCount },
      },
    ]);
  });
}
