/** Claims and settles in memory: the conditional updates of intents with the attempts that belong to them. */
import type { ClaimedAttempt, ClaimWanted } from "@/lib/application/claim-intents";
import { eventOf } from "@/lib/application/intent-audit";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import type { AuditEvent } from "@/lib/domain/actor";
import { withJumps } from "@/lib/domain/clock-jumps";
import { type IntentEvent, knowsEffect } from "@/lib/domain/event";
import type { Intent, StateOf } from "@/lib/domain/intent";
import type { AttemptRow } from "@/lib/store/attempts";
import type { IntentRow } from "@/lib/store/intent-row";
import type { StoredIntent } from "@/lib/store/intents";
import { ms } from "./instants";
import type { MemoryStore } from "./memory-store";

export function claimInMemory(store: MemoryStore, worker: string, wanted: ClaimWanted): ClaimedAttempt[] {
  const at = store.deps.now();
  return due(store, wanted).flatMap((from) => {
    const event: IntentEvent = { type: "claim", at, attemptId: store.deps.newId("att") };
    const decided = store.decide(from.intent, event);
    if (!decided.ok) return [];
    const to = decided.next;
    store.save(from, to, event);
    store.record(eventOf("claim", { kind: "worker", id: worker }, from, to, { fence: to.fence }));
    if (to.state.kind !== "executing") return [];
    store.attempts.set(to.state.attemptId, attemptRow(worker, to, to.state));
    return [toClaimed(from.row, to, to.state)];
  });
}

export function previewClaimInMemory(store: MemoryStore, wanted: ClaimWanted): ClaimedAttempt[] {
  const at = store.deps.now();
  return due(store, wanted).flatMap(({ row, intent }) => {
    const decided = store.decide(intent, { type: "claim", at, attemptId: store.deps.newId("att") });
    const to = decided.ok ? decided.next : intent;
    return to.state.kind === "executing" ? [toClaimed(row, to, to.state)] : [];
  });
}

export function settleInMemory(store: MemoryStore, worker: string, settlements: Settlement[]): SettleResult[] {
  return settlements.map((settlement): SettleResult => {
    const { attemptId, intentId, fence, outcome } = settlement;
    const from = store.load(intentId);
    if (from === null) return "rejected";
    const [at, jitter] = [store.deps.now(), store.deps.random()];
    const onRecord = store.attempts.get(attemptId);
    const isOfThis = onRecord?.intentId === intentId && onRecord.fence === fence;
    const ran = isOfThis ? { ranArgsDigest: onRecord.argsDigest } : {};
    const event: IntentEvent = { type: "settle", at, attemptId, fence, outcome, jitter, ...ran };
    const decided = store.decide(from.intent, event);
    if (!decided.ok) {
      const isSame = isOfThis && onRecord.argsDigest === from.intent.argsDigest;
      const waits = from.row.state === "executing" && knowsEffect(outcome) && isSame;
      if (waits && settlement.hasWaited) return "waits";
      if (!settlement.isUnansweredClaim || store.attempts.has(attemptId))
        store.record(lateSettle(worker, from, settlement, waits ? "waits" : decided.refusal.code));
      return waits ? "waits" : "rejected";
    }
    store.deps.watch?.settled(from.row, store.attempts.get(attemptId), settlement);
    if (knowsEffect(outcome) && store.ownerOf(intentId, outcome.effectId) !== null)
      store.sharedEffects.add(outcome.effectId);
    store.save(from, decided.next, event);
    store.endAttempt(attemptId, outcome.class, "failure" in outcome ? outcome.failure : null);
    const isLate = from.row.state !== "executing";
    const more = { attemptId, fence, outcome: outcome.class, ...(isLate ? { late: true } : {}) };
    store.record(eventOf("settle", { kind: "worker", id: worker }, from, decided.next, more, decided.notes));
    return "settled";
  });
}

function due(store: MemoryStore, { ids, limit, exceptTools, room }: ClaimWanted): StoredIntent[] {
  const now = store.deps.now();
  const leftOf = new Map(room?.byTool);
  const fits = ({ tool }: IntentRow) => {
    const left = leftOf.get(tool) ?? room?.others ?? limit;
    leftOf.set(tool, left - 1);
    return left > 0;
  };
  return [...store.rows.values()]
    .filter(({ state, dueAt }) => state === "cleared" && ms(dueAt) <= now)
    .filter((row) => !store.isPaused(row) || store.deps.mutant === "pause_ignored")
    .filter(({ id, tool }) => (ids === null || ids.includes(id)) && !exceptTools.includes(tool))
    .sort((left, right) => ms(left.dueAt) - ms(right.dueAt))
    .filter(fits)
    .slice(0, limit)
    .flatMap(({ id }) => store.load(id) ?? [])
    .map(({ row, intent }) => ({ row, intent: withJumps(intent, store.jumps) }));
}

function attemptRow(worker: string, to: Intent, state: StateOf<"executing">): AttemptRow {
  return {
    id: state.attemptId,
    intentId: to.id,
    fence: to.fence,
    worker,
    argsDigest: to.argsDigest,
    startedAt: new Date(state.startedAt),
    leaseUntil: new Date(state.leaseUntil),
    endedAt: null,
    outcome: null,
    failure: null,
    exchange: null,
  };
}

function toClaimed(row: IntentRow, to: Intent, { attemptId, startedAt }: StateOf<"executing">): ClaimedAttempt {
  const { namespace, tool, agentId, contractVersion, key, args } = row;
  const { fence, argsDigest, terms } = to;
  const named = { namespace, tool, agentId, contractVersion, key, args };
  return {
    attemptId,
    intentId: row.id,
    fence,
    ...named,
    argsDigest,
    timeoutMs: terms.timeoutMs,
    retryCapMs: terms.retries.capMs,
    startedAt,
  };
}

function lateSettle(worker: string, { row, intent }: StoredIntent, late: Settlement, refusal: string): AuditEvent {
  const { attemptId, fence, outcome } = late;
  return {
    type: "attempt.late_settle_rejected",
    actor: { kind: "worker", id: worker },
    namespace: row.namespace,
    intentId: row.id,
    subject: attemptId,
    data: { refusal, fence, currentFence: intent.fence, state: row.state, outcome: outcome.class },
  };
}
