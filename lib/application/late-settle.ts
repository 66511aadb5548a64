/** A settle that comes too late is put on record and changes nothing; what it contradicts, somebody must look at. */
import type { AuditEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import { divergesFrom } from "@/lib/domain/late-settle";
import type { NewFinding } from "@/lib/store/findings";
import type { StoredIntent } from "@/lib/store/intents";
import type { Settlement } from "./settle-attempts";

export type LateSettle = { event: AuditEvent; findings: NewFinding[] };
type LateDeps = { newId: (prefix: IdPrefix) => string; workerId: string };

export function recordLate(
  { newId, workerId }: LateDeps,
  from: StoredIntent,
  settlement: Settlement,
  refusal: string,
  at: number,
): LateSettle {
  const { row, intent } = from;
  const { attemptId, fence, outcome } = settlement;
  const effectId = "effectId" in outcome ? outcome.effectId : null;
  const { id: intentId, namespace, tool } = row;
  const data = { refusal, fence, currentFence: intent.fence, state: row.state, outcome: outcome.class, effectId };
  const actor = { kind: "worker", id: workerId } as const;
  const event = { type: "attempt.late_settle_rejected", actor, namespace, intentId, subject: attemptId, data };
  if (!divergesFrom(intent, settlement)) return { event, findings: [] };
  const about = { kind: "late_settle", namespace, tool, intentId, submissionId: row.submissionId };
  const seen = { attemptId, ...data, recordedEffectId: row.effectId };
  return { event, findings: [{ id: newId("fnd"), ...about, data: seen, createdAt: new Date(at) }] };
}
