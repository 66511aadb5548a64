/**
 * What the downstream calls an effect belongs to one intent of its tool. An answer that names another intent's effect
 * proves nothing about this one; and where two executions are said to have had one effect, people must look.
 */
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import { findOtherOwners } from "@/lib/store/effects";
import type { KeyedFinding } from "@/lib/store/findings";
import type { IntentRow } from "@/lib/store/intent-row";
import { effectLock } from "@/lib/store/locks";
import type { RawTx, TransactionLocks } from "@/lib/store/raw-transaction";

export const SHARED_EFFECT = "shared_effect";

export type SharedEffect = {
  row: Pick<IntentRow, "id" | "namespace" | "tool" | "state" | "submissionId">;
  effectId: string;
  /** The intent that had it first. */
  ownerId: string;
  /** Who said so. */
  source: "execution" | "probe" | "reconciliation";
};

/** Looking whose effects these are, and recording it, is one step for all who hold these locks. */
export function effectLocks(effectIds: string[], waitFor?: TransactionLocks["waitFor"]): TransactionLocks {
  const alone = effectIds.map(effectLock);
  return { shared: [], alone, ...(waitFor === undefined ? {} : { waitFor }) };
}

/** Null: no other intent has it. */
export async function findOwner(
  tx: Pick<RawTx, "$queryRawUnsafe">,
  intentId: string,
  effectId: string,
): Promise<string | null> {
  const [ownerId] = (await findOtherOwners(tx, [{ intentId, effectId }])).values();
  return ownerId ?? null;
}

export function sharedEffectFinding(
  newId: (prefix: IdPrefix) => string,
  { row, effectId, ownerId, source }: SharedEffect,
  at: number,
): KeyedFinding {
  const { namespace, tool, id: intentId, submissionId, state } = row;
  // Of what ran: once an effect, however many share it. Of what was asked: once an intent, for each is in doubt.
  const identity = source === "execution" ? [tool, effectId] : [tool, effectId, intentId];
  return {
    id: newId("fnd"),
    kind: SHARED_EFFECT,
    key: `${SHARED_EFFECT}:${digestJson(identity)}`,
    namespace,
    tool,
    intentId,
    submissionId,
    data: { effectId, otherIntentId: ownerId, state, source },
    createdAt: new Date(at),
    reconciliationId: null,
    seenAt: new Date(at),
  };
}
