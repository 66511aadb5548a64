/**
 * Claims that a witness saw and the restored store lacks: their keys are remembered, so that they are not run again. A
 * witness that comes late may find that one was: then people must look, for it may have happened twice.
 */
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import { findAttempts } from "@/lib/store/attempts";
import type { Database, Tx } from "@/lib/store/database";
import { type KeyedFinding, raiseFindings } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { findRanAgain, insertLostClaims, type LostClaim, type RanAgain } from "@/lib/store/suspect-keys";

export type HandOverDeps = { db: Database; newId: (prefix: IdPrefix) => string };

/**
 * `pages`: newest first. The first page of which the store knows every claim ends it: what is older was in the copy.
 * Returns how many were lost.
 */
export async function handOver(deps: HandOverDeps, epoch: number, pages: AsyncIterable<LostClaim[]>): Promise<number> {
  let lostCount = 0;
  for await (const page of pages) {
    const known = await findAttempts(
      deps.db.client,
      page.map(({ attemptId }) => attemptId),
    );
    const lost = page.filter(({ attemptId }) => !known.has(attemptId));
    if (lost.length === 0) break;
    await deps.db.transaction((tx) => remember(tx, deps, epoch, lost));
    lostCount += lost.length;
  }
  return lostCount;
}

async function remember(tx: Tx, { newId }: HandOverDeps, epoch: number, lost: LostClaim[]): Promise<void> {
  await insertLostClaims(tx, epoch, lost);
  const again = await findRanAgain(
    tx,
    lost.map(({ key }) => key),
  );
  if (again.length === 0) return;
  const at = await databaseNow(tx);
  const raised = await raiseFindings(
    tx,
    again.map((one) => toFinding(newId, one, at)),
  );
  await recordEvents(tx, newId, at, raised.map(toEvent));
}

const KIND = "forgotten_claim";

function toFinding(newId: HandOverDeps["newId"], ran: RanAgain, at: number): KeyedFinding {
  const { key, lostAttemptId, claimedAt, intentId, namespace, tool, attemptId, effectId } = ran;
  return {
    id: newId("fnd"),
    kind: KIND,
    key: `${KIND}:${digestJson([key, lostAttemptId])}`,
    namespace,
    tool,
    intentId,
    submissionId: null,
    data: { forgottenAttemptId: lostAttemptId, at: claimedAt.toISOString(), attemptId, recordedEffectId: effectId },
    createdAt: new Date(at),
    reconciliationId: null,
    seenAt: new Date(at),
  };
}

function toEvent({ id, kind, namespace, tool, intentId, data }: KeyedFinding) {
  const told = { findingId: id, kind, digest: digestJson(data as JsonValue) };
  const actor = { kind: "system", id: "store" } as const;
  return { type: "finding.raised", actor, namespace, intentId, subject: tool, data: told };
}
