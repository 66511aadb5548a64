/**
 * An effect that a worker knows by its id, of an attempt that a restored store has no record of (decision 032). The claim
 * was committed once, or nothing would have been sent: the worker's own memory of it stands for the record.
 *
 * F1  Where the intent is gone, one of the same key stands in for it: it is the same action, submitted again.
 * F2  What the effect does not end (another state, other args) is suspected by its key: it goes in doubt instead of being run.
 * F3  Where no intent has the key, a finding says all that is known, and the key is suspected for when it comes again.
 */
import type { AuditEvent } from "@/lib/domain/actor";
import { digestJson } from "@/lib/domain/digest";
import { knowsEffect } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import type { KeyedFinding } from "@/lib/store/findings";
import { findIdsByKey } from "@/lib/store/intents";
import type { RawTx } from "@/lib/store/raw-transaction";
import type { LostClaim } from "@/lib/store/suspect-keys";
import type { ClaimedAttempt } from "./claim-intents";
import type { Settlement } from "./settle-attempts";

/** What a worker knows of its claim by itself. */
export type RememberedClaim = Pick<
  ClaimedAttempt,
  "namespace" | "tool" | "key" | "argsDigest" | "startedAt" | "asClaimed"
>;
export type RememberedSettlement = Settlement & { claim: RememberedClaim };

export function isRemembered(settlement: Settlement): settlement is RememberedSettlement {
  return settlement.claim !== undefined && knowsEffect(settlement.outcome);
}

/** F1: by the intent that is gone, the one that has its key now. */
export async function findStandIns(tx: RawTx, gone: RememberedSettlement[]): Promise<Map<string, string>> {
  const byKey = await findIdsByKey(
    tx,
    gone.map(({ claim }) => claim),
  );
  return new Map(
    gone.flatMap(({ intentId, claim }) => {
      const id = byKey.get(claim.key);
      return id === undefined ? [] : [[intentId, id]];
    }),
  );
}

export function toLostClaim({ attemptId, claim }: RememberedSettlement): LostClaim {
  return { key: claim.key, attemptId, claimedAt: new Date(claim.startedAt) };
}

const KIND = "forgotten_effect";

/** F3 */
export function recordForgotten(
  deps: { newId: (prefix: IdPrefix) => string; workerId: string },
  settlement: RememberedSettlement,
  at: number,
): { event: AuditEvent; finding: KeyedFinding } {
  const { attemptId, intentId, fence, outcome, claim } = settlement;
  const { namespace, tool, key, argsDigest, startedAt } = claim;
  const effectId = knowsEffect(outcome) ? outcome.effectId : null;
  const said = { fence, outcome: outcome.class, effectId, forgottenIntentId: intentId };
  const data = { attemptId, ...said, key, argsDigest, at: new Date(startedAt).toISOString() };
  const actor = { kind: "worker", id: deps.workerId } as const;
  return {
    event: {
      type: "attempt.late_settle_rejected",
      actor,
      namespace,
      intentId: null,
      subject: attemptId,
      data: { refusal: "not_on_record", state: null, ...said },
    },
    finding: {
      id: deps.newId("fnd"),
      kind: KIND,
      key: `${KIND}:${digestJson([tool, key, effectId])}`,
      namespace,
      tool,
      intentId: null,
      submissionId: null,
      data,
      createdAt: new Date(at),
      reconciliationId: null,
      seenAt: new Date(at),
    },
  };
}
