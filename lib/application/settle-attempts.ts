/**
 * What happened is put on record, fenced: a worker that lost its lease settles nothing, and that it tried is itself
 * on record (L5, L9).
 */
import { crashPoint } from "@/lib/config/crash-point";
import type { AuditEvent } from "@/lib/domain/actor";
import type { IntentEvent, Outcome } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { isSettled } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import { type EndedAttempt, endedAttemptsWrite, findAttemptIds } from "@/lib/store/attempts";
import { eventsWrite } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { findingsWrite, type NewFinding } from "@/lib/store/findings";
import { lockIntentsNow, type TermsOf } from "@/lib/store/intents";
import { NO_LOCKS } from "@/lib/store/raw-transaction";
import { type IntentChange, saveIntents } from "@/lib/store/save-intents";
import { eventOf } from "./intent-audit";
import { recordLate } from "./late-settle";

export type Settlement = {
  attemptId: string;
  intentId: string;
  fence: number;
  outcome: Outcome;
  exchange: unknown;
  /** Nobody knows whether the claim was committed. If it was not, there is nothing to settle and nothing to record. */
  isUnansweredClaim?: true;
};
export type SettleResult = "settled" | "rejected";

export type SettleDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  workerId: string;
  random: () => number;
  /** After the commit: everyone who waits on these hears of it. */
  announce: (intentIds: string[]) => void;
  /** After the commit: something is in doubt, and the downstream should be asked about it at once. */
  onDoubt?: () => void;
};

export async function settleAttempts(deps: SettleDeps, settlements: Settlement[]): Promise<SettleResult[]> {
  const ids = [...new Set(settlements.map(({ intentId }) => intentId))];
  const unansweredIds = settlements.flatMap((one) => (one.isUnansweredClaim ? [one.attemptId] : []));
  const done = await deps.db.rawTransaction(NO_LOCKS, async (tx) => {
    const { stored, at } = await lockIntentsNow(tx, ids, deps.termsOf);
    // Asked once the rows are ours: by then the claim was committed or never will be.
    const committed = new Set(await findAttemptIds(tx, unansweredIds));
    const byId = new Map(stored.map((found) => [found.row.id, found]));
    const changes = new Map<string, IntentChange>();
    const ended: EndedAttempt[] = [];
    const events: AuditEvent[] = [];
    const findings: NewFinding[] = [];
    const results = settlements.map((settlement): SettleResult => {
      const from = byId.get(settlement.intentId);
      if (from === undefined) return "rejected";
      const event: IntentEvent = {
        type: "settle",
        at,
        attemptId: settlement.attemptId,
        fence: settlement.fence,
        outcome: settlement.outcome,
        jitter: deps.random(),
      };
      // A second word on the same intent meets what the first has made of it.
      const intent = changes.get(settlement.intentId)?.to ?? from.intent;
      const decided = transition(intent, event);
      if (!decided.ok) {
        if (settlement.isUnansweredClaim && !committed.has(settlement.attemptId)) return "rejected";
        const late = recordLate(deps, { ...from, intent }, settlement, decided.refusal.code, at);
        events.push(late.event);
        findings.push(...late.findings);
        return "rejected";
      }
      changes.set(settlement.intentId, { from, to: decided.next });
      ended.push(endedAttempt(settlement, at));
      const more = { attemptId: settlement.attemptId, fence: settlement.fence, outcome: settlement.outcome.class };
      events.push(eventOf("settle", { kind: "worker", id: deps.workerId }, from, decided.next, more, decided.notes));
      return "settled";
    });
    const beside = [endedAttemptsWrite(ended), eventsWrite(deps.newId, at, events), findingsWrite(findings)];
    await saveIntents(tx.atCommit, [...changes.values()], beside);
    const settled = [...changes.values()].flatMap(({ to }) => (isSettled(to.state) ? [to] : []));
    const inDoubt = settled.some(({ state }) => state.kind === "in_doubt");
    return { results, settledIds: settled.map(({ id }) => id), inDoubt };
  });
  crashPoint("settled");
  if (done.settledIds.length > 0) deps.announce(done.settledIds);
  if (done.inDoubt) deps.onDoubt?.();
  return done.results;
}

function endedAttempt({ attemptId, outcome, exchange }: Settlement, at: number): EndedAttempt {
  const failure = "failure" in outcome ? outcome.failure : null;
  return { id: attemptId, endedAt: new Date(at), outcome: outcome.class, failure, exchange };
}
