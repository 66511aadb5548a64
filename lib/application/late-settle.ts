/**
 * A settle that comes too late is put on record. What it contradicts, people must look at: one that brings no news and
 * says otherwise, or news where a probe or a person had said that nothing happened.
 */
import type { AuditEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import { divergesFrom } from "@/lib/domain/late-settle";
import type { NewFinding } from "@/lib/store/findings";
import type { SettledIntent } from "@/lib/store/intents";
import type { Settlement } from "./settle-attempts";

export type LateSettle = { event: AuditEvent; findings: NewFinding[] };
type LateDeps = { newId: (prefix: IdPrefix) => string; workerId: string };

export function recordLate(
  deps: LateDeps,
  from: SettledIntent,
  settlement: Settlement,
  refusal: string,
  at: number,
): LateSettle {
  const { id: intentId, namespace } = from.row;
  const data = { refusal, ...saidBy(from, settlement) };
  const actor = { kind: "worker", id: deps.workerId } as const;
  const subject = settlement.attemptId;
  const event = { type: "attempt.late_settle_rejected", actor, namespace, intentId, subject, data };
  const findings = divergesFrom(from.intent, settlement) ? [toFinding(deps, from, settlement, data, at)] : [];
  return { event, findings };
}

/** Of one that was heard. It could have been sent again because nothing had happened, as a person, a probe or a call said. */
export function findingOfLate(deps: LateDeps, from: SettledIntent, settlement: Settlement, at: number): NewFinding[] {
  const { state, attempts } = from.intent;
  if (state.kind === "in_doubt" || attempts.mayHaveActed) return [];
  return [toFinding(deps, from, settlement, saidBy(from, settlement), at)];
}

function saidBy({ row, intent }: SettledIntent, { fence, outcome }: Settlement): Record<string, unknown> {
  const effectId = "effectId" in outcome ? outcome.effectId : null;
  return { fence, currentFence: intent.fence, state: row.state, outcome: outcome.class, effectId };
}

function toFinding(
  { newId }: LateDeps,
  { row }: SettledIntent,
  { attemptId }: Settlement,
  said: Record<string, unknown>,
  at: number,
): NewFinding {
  const { namespace, tool, id: intentId, submissionId } = row;
  const data = { attemptId, ...said, recordedEffectId: row.effectId };
  return {
    id: newId("fnd"),
    kind: "late_settle",
    namespace,
    tool,
    intentId,
    submissionId,
    data,
    createdAt: new Date(at),
  };
}
