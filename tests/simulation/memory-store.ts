/**
 * The store in memory. Every method is one transaction: it runs without interruption and sees what was committed
 * before. What an intent becomes is asked of the same `transition` as everywhere, rows are mapped by the product's own
 * `intent-row`, intake is folded by the product's own `fold-turn`; the conditional updates are PostgreSQL's, retold.
 */
import type { ClaimedAttempt, ClaimWanted } from "@/lib/application/claim-intents";
import { RefusedError } from "@/lib/application/errors";
import type { ExecutionStore, UntimedEvent } from "@/lib/application/execution-store";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import type { DecisionValues, SubmissionValues } from "@/lib/application/intake/rows";
import { eventOf } from "@/lib/application/intent-audit";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import type { Actor, AuditEvent } from "@/lib/domain/actor";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { IntentEvent, Outcome, ProbeResult } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import type { Failure, Intent, StateOf } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import type { AttemptRow } from "@/lib/store/attempts";
import type { ReservedProbe, ReserveWanted } from "@/lib/store/doubts";
import { type IntentRow, toColumns, toIntent } from "@/lib/store/intent-row";
import type { StoredIntent } from "@/lib/store/intents";
import { recordInMemory } from "./memory-intake";

export type StoreWatch = {
  saved(before: IntentRow, after: IntentRow, event: IntentEvent): void;
  settled(before: IntentRow, attempt: AttemptRow | undefined, settlement: Settlement): void;
};

export type MemoryStoreDeps = {
  now: () => number;
  newId: (prefix: IdPrefix) => string;
  contracts: ReadonlyMap<string, CompiledContract>;
  random: () => number;
  /** A bug may be planted here. */
  decide?: typeof transition;
  watch?: StoreWatch;
};

export type TimedEvent = AuditEvent & { at: number };
export type Overdue = { lost: { attemptId: string; intentId: string }[]; expired: string[] };

const LEASE_LOST: Failure = {
  code: "lease_lost",
  message: "The worker that had this attempt did not report back in time.",
};

export class MemoryStore {
  readonly rows = new Map<string, IntentRow>();
  readonly attempts = new Map<string, AttemptRow>();
  readonly submissions: SubmissionValues[] = [];
  readonly decisions: DecisionValues[] = [];
  readonly events: TimedEvent[] = [];
  private readonly decide: typeof transition;

  constructor(readonly deps: MemoryStoreDeps) {
    this.decide = deps.decide ?? transition;
  }

  submit(batch: PendingSubmission[]): Recorded[] {
    return recordInMemory(this, batch);
  }

  claim(worker: string, wanted: ClaimWanted): ClaimedAttempt[] {
    const at = this.deps.now();
    return this.due(wanted).flatMap((from) => {
      const event: IntentEvent = { type: "claim", at, attemptId: this.deps.newId("att") };
      const decided = this.decide(from.intent, event);
      if (!decided.ok) return [];
      const to = decided.next;
      this.save(from, to, event);
      this.record(eventOf("claim", { kind: "worker", id: worker }, from, to, { fence: to.fence }));
      if (to.state.kind !== "executing") return [];
      this.attempts.set(to.state.attemptId, attemptRow(worker, to, to.state));
      return [toClaimed(from.row, to, to.state)];
    });
  }

  /** What a claim would bring, without taking it. */
  previewClaim(wanted: ClaimWanted): ClaimedAttempt[] {
    const at = this.deps.now();
    return this.due(wanted).flatMap(({ row, intent }) => {
      const decided = this.decide(intent, { type: "claim", at, attemptId: this.deps.newId("att") });
      const to = decided.ok ? decided.next : intent;
      return to.state.kind === "executing" ? [toClaimed(row, to, to.state)] : [];
    });
  }

  settle(worker: string, settlements: Settlement[]): SettleResult[] {
    const touched = new Set<string>();
    return settlements.map((settlement): SettleResult => {
      const { attemptId, intentId, fence, outcome } = settlement;
      const from = this.load(intentId);
      if (from === null || touched.has(intentId)) return "rejected";
      const event: IntentEvent = {
        type: "settle",
        at: this.deps.now(),
        attemptId,
        fence,
        outcome,
        jitter: this.deps.random(),
      };
      const decided = this.decide(from.intent, event);
      if (!decided.ok) {
        if (!settlement.isUnansweredClaim) this.record(lateSettle(worker, from, settlement, decided.refusal.code));
        return "rejected";
      }
      touched.add(intentId);
      this.deps.watch?.settled(from.row, this.attempts.get(attemptId), settlement);
      this.save(from, decided.next, event);
      this.endAttempt(attemptId, outcome.class, "failure" in outcome ? outcome.failure : null);
      const more = { attemptId, fence, outcome: outcome.class };
      this.record(eventOf("settle", { kind: "worker", id: worker }, from, decided.next, more, decided.notes));
      return "settled";
    });
  }

  overdue(): Overdue {
    const now = this.deps.now();
    const lost = [...this.attempts.values()]
      .filter(({ endedAt, leaseUntil }) => endedAt === null && leaseUntil.getTime() <= now)
      .map(({ id, intentId }) => ({ attemptId: id, intentId }));
    const held = [...this.rows.values()].filter(({ holdExpiresAt }) => holdExpiresAt !== null);
    return { lost, expired: held.flatMap(({ id, holdExpiresAt }) => (ms(holdExpiresAt) <= now ? [id] : [])) };
  }

  loseLease({ attemptId, intentId }: Overdue["lost"][number]): boolean {
    const row = this.tryApply(intentId, SWEEPER, { type: "lose_lease", jitter: this.deps.random() });
    if (row !== null) this.endAttempt(attemptId, "unknown", LEASE_LOST);
    return row !== null;
  }

  expireHold(intentId: string): boolean {
    return this.tryApply(intentId, SWEEPER, { type: "expire" }) !== null;
  }

  /** What is due for a question, one of each tool: nobody else asks meanwhile. */
  reserveProbes({ limit, underWay, forMs }: ReserveWanted): ReservedProbe[] {
    const askedAtMs = this.deps.now();
    const due = [...this.rows.values()].filter(({ probeAt, tool }) => ms(probeAt) <= askedAtMs && !underWay[tool]);
    return due.slice(0, limit).map((row) => {
      this.rows.set(row.id, { ...row, probeAt: new Date(askedAtMs + forMs) });
      const { id: intentId, tool, contractVersion, key, args } = row;
      return { intentId, tool, contractVersion, key, args, askedAtMs };
    });
  }

  releaseProbes(intentIds: string[]): void {
    for (const row of intentIds.flatMap((id) => this.rows.get(id) ?? [])) {
      if (row.probeAt !== null) this.rows.set(row.id, { ...row, probeAt: new Date(this.deps.now()) });
    }
  }

  probe(intentId: string, askedAt: number, result: ProbeResult): boolean {
    return this.tryApply(intentId, SWEEPER, { type: "probe", askedAt, result }) !== null;
  }

  apply(intentId: string, actor: Actor, untimed: UntimedEvent): IntentRow {
    const from = this.load(intentId);
    if (from === null) throw new RangeError(`There is no intent ${intentId}.`);
    const event = { ...untimed, at: this.deps.now() } as IntentEvent;
    const decided = this.decide(from.intent, event);
    if (!decided.ok) throw new RefusedError(decided.refusal, intentId);
    const row = this.save(from, decided.next, event);
    this.record(eventOf(event.type, actor, from, decided.next, {}, decided.notes));
    if (event.type === "approve" || event.type === "deny") this.decided(intentId, event);
    return row;
  }

  tryApply(intentId: string, actor: Actor, event: UntimedEvent): IntentRow | null {
    try {
      return this.apply(intentId, actor, event);
    } catch (error) {
      if (error instanceof RefusedError) return null;
      throw error;
    }
  }

  load(intentId: string): StoredIntent | null {
    const row = this.rows.get(intentId);
    return row === undefined ? null : { row, intent: toIntent(row, this.contractOf(row).terms) };
  }

  contractOf(row: Pick<IntentRow, "tool">): CompiledContract {
    const contract = this.deps.contracts.get(row.tool);
    if (contract === undefined) throw new RangeError(`There is no contract for ${row.tool}.`);
    return contract;
  }

  record(event: AuditEvent): void {
    this.events.push({ ...event, at: this.deps.now() });
  }

  private due({ ids, limit, exceptTools, roomFor }: ClaimWanted): StoredIntent[] {
    const now = this.deps.now();
    const room = new Map<string, number>();
    const fits = ({ tool }: IntentRow) => {
      const left = room.get(tool) ?? roomFor?.(tool) ?? limit;
      room.set(tool, left - 1);
      return left > 0;
    };
    return [...this.rows.values()]
      .filter(({ state, dueAt }) => state === "cleared" && ms(dueAt) <= now)
      .filter(({ id, tool }) => (ids === null || ids.includes(id)) && !exceptTools.includes(tool))
      .sort((left, right) => ms(left.dueAt) - ms(right.dueAt))
      .slice(0, limit)
      .filter(fits)
      .flatMap(({ id }) => this.load(id) ?? []);
  }

  private save({ row }: StoredIntent, to: Intent, event: IntentEvent): IntentRow {
    const after = { ...row, ...toColumns(to, row.dueAt), version: row.version + 1 };
    this.rows.set(row.id, after);
    this.deps.watch?.saved(row, after, event);
    return after;
  }

  private endAttempt(id: string, outcome: Outcome["class"], failure: Failure | null): void {
    const attempt = this.attempts.get(id);
    if (attempt?.endedAt !== null) return;
    this.attempts.set(id, { ...attempt, endedAt: new Date(this.deps.now()), outcome, failure });
  }

  private decided(intentId: string, event: Extract<IntentEvent, { type: "approve" | "deny" }>): void {
    const { type, decisionId, operatorId, at } = event;
    const argsDigest = event.argsDigest ?? null;
    const by = { decidedBy: "operator", operatorId, rule: null, inputs: null, submissionId: null, reason: null };
    this.decisions.push({ id: decisionId, intentId, verdict: type, argsDigest, createdAt: new Date(at), ...by });
  }
}

/** As everybody else sees it: behind an await. */
export function toExecutionStore(store: MemoryStore, worker: string): ExecutionStore {
  return {
    submit: async (batch) => store.submit(batch),
    claim: async (wanted) => store.claim(worker, wanted),
    settle: async (settlements) => store.settle(worker, settlements),
    sweep: async () => {
      const { lost, expired } = store.overdue();
      const moved = [...lost.map((one) => store.loseLease(one)), ...expired.map((id) => store.expireHold(id))];
      return moved.filter(Boolean).length;
    },
    apply: async (intentId, actor, event) => store.apply(intentId, actor, event),
    find: async (intentId) => store.rows.get(intentId) ?? null,
  };
}

const SWEEPER = { kind: "system", id: "sweeper" } as const;

function ms(date: Date | null): number {
  return date === null ? Number.POSITIVE_INFINITY : date.getTime();
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

function toClaimed(row: IntentRow, to: Intent, { attemptId }: StateOf<"executing">): ClaimedAttempt {
  const { namespace, tool, agentId, contractVersion, key, args } = row;
  const { fence, argsDigest, terms } = to;
  const named = { namespace, tool, agentId, contractVersion, key, args };
  return { attemptId, intentId: row.id, fence, ...named, argsDigest, timeoutMs: terms.timeoutMs };
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
