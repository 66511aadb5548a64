/**
 * What happened is put on record, fenced: a worker that lost its lease settles nothing, and that it tried is itself
 * on record (L5, L9).
 */
import type { AuditEvent } from "@/lib/domain/actor";
import type { IntentEvent, Outcome } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { isSettled } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import { type EndedAttempt, endAttempts } from "@/lib/store/attempts";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import {
  databaseNow,
  type IntentChange,
  lockIntents,
  type StoredIntent,
  saveIntents,
  type TermsOf,
} from "@/lib/store/intents";
import { eventOf } from "./intent-audit";

export type Settlement = { attemptId: string; intentId: string; fence: number; outcome: Outcome; exchange: unknown };
export type SettleResult = "settled" | "rejected";

export type SettleDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  workerId: string;
  random: () => number;
  /** After the commit: everyone who waits on these hears of it. */
  announce: (intentIds: string[]) => void;
};

export async function settleAttempts(deps: SettleDeps, settlements: Settlement[]): Promise<SettleResult[]> {
  const done = await deps.db.transaction(async (tx) => {
    const stored = await lockIntents(tx, [...new Set(settlements.map(({ intentId }) => intentId))], deps.termsOf);
    const byId = new Map(stored.map((found) => [found.row.id, found]));
    const at = await databaseNow(tx);
    const changes = new Map<string, IntentChange>();
    const ended: EndedAttempt[] = [];
    const events: AuditEvent[] = [];
    const results = settlements.map((settlement): SettleResult => {
      const from = byId.get(settlement.intentId);
      if (from === undefined || changes.has(settlement.intentId)) return "rejected";
      const event: IntentEvent = {
        type: "settle",
        at,
        fence: settlement.fence,
        outcome: settlement.outcome,
        jitter: deps.random(),
      };
      const decided = transition(from.intent, event);
      if (!decided.ok) {
        events.push(lateSettle(deps.workerId, from, settlement, decided.refusal.code));
        return "rejected";
      }
      changes.set(settlement.intentId, { from, to: decided.next });
      ended.push(endedAttempt(settlement, at));
      const more = { attemptId: settlement.attemptId, fence: settlement.fence, outcome: settlement.outcome.class };
      events.push(eventOf("settle", { kind: "worker", id: deps.workerId }, from, decided.next, more, decided.notes));
      return "settled";
    });
    await saveIntents(tx, [...changes.values()]);
    await endAttempts(tx, ended);
    await recordEvents(tx, deps.newId, at, events);
    return { results, settledIds: [...changes.values()].flatMap(({ to }) => (isSettled(to.state) ? [to.id] : [])) };
  });
  if (done.settledIds.length > 0) deps.announce(done.settledIds);
  return done.results;
}

function endedAttempt({ attemptId, outcome, exchange }: Settlement, at: number): EndedAttempt {
  const failure = "failure" in outcome ? outcome.failure : null;
  return { id: attemptId, endedAt: new Date(at), outcome: outcome.class, failure, exchange };
}

function lateSettle(workerId: string, from: StoredIntent, settlement: Settlement, refusal: string): AuditEvent {
  const { attemptId, fence, outcome } = settlement;
  const effectId = "effectId" in outcome ? outcome.effectId : null;
  return {
    type: "attempt.late_settle_rejected",
    actor: { kind: "worker", id: workerId },
    namespace: from.row.namespace,
    intentId: from.row.id,
    subject: attemptId,
    data: { refusal, fence, currentFence: from.intent.fence, state: from.row.state, outcome: outcome.class, effectId },
  };
}
