/** An agent takes back what nobody has started yet. */
import type { Actor } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { StoredAgent } from "@/lib/store/agents";
import type { Database } from "@/lib/store/database";
import { lockIntake } from "@/lib/store/intake-read";
import type { IntentRow } from "@/lib/store/intent-row";
import { findIntentRow, type TermsOf } from "@/lib/store/intents";
import { wasAskedByOthers } from "@/lib/store/submissions";
import { applyEvent } from "./apply-event";
import { ConflictError, NotFoundError } from "./errors";
import { inLine } from "./intent-line";

export type WithdrawDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  announce: (intentIds: string[]) => void;
};
export type WithdrawInput = { agent: StoredAgent; intentId: string; reason: string | null };

export async function withdrawIntent(
  deps: WithdrawDeps,
  { agent, intentId, reason }: WithdrawInput,
): Promise<IntentRow> {
  const row = await inLine(deps.db, intentId, async (tx) => {
    const before = await findIntentRow(tx, intentId);
    if (before === null || before.namespace !== agent.namespace) {
      throw new NotFoundError("not_found", "There is no such intent.");
    }
    // Nobody joins it between the look at its submissions and the withdrawal.
    await lockIntake(tx, [before.tool], [before.stem, before.identityDigest]);
    if (before.agentId !== agent.id || (await wasAskedByOthers(tx, intentId, agent.id))) {
      const message = "Somebody else asked for the same action; only they and you together could take it back.";
      throw new ConflictError("shared_intent", message, { intentId });
    }
    const actor: Actor = { kind: "agent", id: agent.id };
    return applyEvent(tx, deps, { intentId, actor, event: (at) => ({ type: "withdraw", at, reason }) });
  });
  deps.announce([intentId]);
  return row;
}
