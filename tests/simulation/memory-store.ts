/**
 * The store in memory. Every method is one transaction: it runs without interruption and sees what was committed
 * before. What an intent becomes is asked of the same `transition` as everywhere, rows are mapped by the product's own
 * `intent-row`, intake is folded by the product's own `fold-turn`; the conditional updates are PostgreSQL's, retold.
 */
import type { ClaimedAttempt, ClaimWanted } from "@/lib/application/claim-intents";
import { RefusedError } from "@/lib/application/errors";
import type { UntimedEvent } from "@/lib/application/execution-store";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import { eventOf } from "@/lib/application/intent-audit";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import type { Actor, AuditEvent } from "@/lib/domain/actor";
import { type ClockJump, untoldOf, withJumps } from "@/lib/domain/clock-jumps";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { IntentEvent, Outcome, ProbeResult } from "@/lib/domain/event";
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { Grant } from "@/lib/domain/grant/grant";
import type { IdPrefix } from "@/lib/domain/id";
import type { Failure, Intent } from "@/lib/domain/intent";
import { countsTowardLimits } from "@/lib/domain/limits/counting";
import { effectiveExpiry, holdClock } from "@/lib/domain/pause/hold-clock";
import { isPaused, type Pause, pausesOn } from "@/lib/domain/pause/pause";
import { transition } from "@/lib/domain/transition/transition";
import type { AttemptRow } from "@/lib/store/attempts";
import type { ReservedProbe, ReserveWanted } from "@/lib/store/doubts";
import { holdOf, type IntentRow, toColumns, toIntent } from "@/lib/store/intent-row";
import type { StoredIntent } from "@/lib/store/intents";
import type { NewReservation } from "@/lib/store/reservations";
import { ms } from "./instants";
import type { KeptDecision, KeptSubmission } from "./kept";
import { claimInMemory, previewClaimInMemory, settleInMemory } from "./memory-attempts";
import { recordInMemory } from "./memory-intake";
import { releaseProbesInMemory, reserveProbesInMemory } from "./memory-probes";
import type { Mutant } from "./mutants";

export type StoreWatch = {
  saved(before: IntentRow, after: IntentRow, event: IntentEvent): void;
  settled(before: IntentRow, attempt: AttemptRow | undefined, settlement: Settlement): void;
  recorded(event: AuditEvent): void;
};

export type MemoryStoreDeps = {
  now: () => number;
  newId: (prefix: IdPrefix) => string;
  versions: ReadonlyMap<string, readonly CompiledContract[]>;
  random: () => number;
  /** A bug may be planted here. */
  decide?: typeof transition;
  mutant?: Mutant | null;
  watch?: StoreWatch;
};

export type TimedEvent = AuditEvent & { at: number };
export type Overdue = { lost: { attemptId: string; intentId: string }[]; expired: string[] };

const LEASE_LOST: Failure = {
  code: "lease_lost",
  message: "The worker that had this attempt did not report back in time.",
};

const SWEEPER = { kind: "system", id: "sweeper" } as const;

export class MemoryStore {
  readonly rows = new Map<string, IntentRow>();
  readonly attempts = new Map<string, AttemptRow>();
  readonly submissions: KeptSubmission[] = [];
  readonly decisions: KeptDecision[] = [];
  readonly events: TimedEvent[] = [];
  /** Past ones, too: they say how long a hold's clock stood still. */
  readonly pauses: Pause[] = [];
  /** How its own clock jumped, in the order in which processes noticed. */
  readonly jumps: ClockJump[] = [];
  /** Findings: effects that were told of two intents. */
  readonly sharedEffects = new Set<string>();
  readonly grants = new Map<string, Grant>();
  readonly callerKeys: { digest: string; intentId: string; identityDigest: string }[] = [];
  reservations: NewReservation[] = [];
  /** Of each tool whose first version is no longer the active one. */
  readonly activeVersions = new Map<string, number>();
  /** Each submission as it was read when it was recorded. */
  readonly prepared = new Map<string, Prepared>();
  readonly decide: typeof transition;

  constructor(readonly deps: MemoryStoreDeps) {
    this.decide = deps.decide ?? transition;
  }

  submit(batch: PendingSubmission[]): Recorded[] {
    return recordInMemory(this, batch);
  }

  claim(worker: string, wanted: ClaimWanted): ClaimedAttempt[] {
    return claimInMemory(this, worker, wanted);
  }

  /** What a claim would bring, without taking it. */
  previewClaim(wanted: ClaimWanted): ClaimedAttempt[] {
    return previewClaimInMemory(this, wanted);
  }

  settle(worker: string, settlements: Settlement[]): SettleResult[] {
    return settleInMemory(this, worker, settlements);
  }

  overdue(): Overdue {
    const now = this.deps.now();
    const lost = [...this.attempts.values()]
      .filter(({ endedAt, leaseUntil }) => endedAt === null && leaseUntil.getTime() <= now)
      .map(({ id, intentId }) => ({ attemptId: id, intentId }));
    const held = [...this.rows.values()].filter(({ holdExpiresAt }) => ms(holdExpiresAt) <= now);
    return { lost, expired: held.flatMap((row) => (this.isHoldOver(row, now) ? [row.id] : [])) };
  }

  private isHoldOver(row: IntentRow, now: number): boolean {
    const hold = holdOf(row);
    if (hold === null || row.state !== "held") return false;
    const endsAt = effectiveExpiry(hold, pausesOn(this.pauses, row));
    return endsAt !== null && endsAt <= now;
  }

  loseLease({ attemptId, intentId }: Overdue["lost"][number]): boolean {
    const row = this.tryApply(intentId, SWEEPER, { type: "lose_lease", jitter: this.deps.random() });
    if (row !== null) this.endAttempt(attemptId, "unknown", LEASE_LOST);
    return row !== null;
  }

  expireHold(intentId: string): boolean {
    return this.tryApply(intentId, SWEEPER, { type: "expire" }) !== null;
  }

  reserveProbes(wanted: ReserveWanted): ReservedProbe[] {
    return reserveProbesInMemory(this, wanted);
  }

  releaseProbes(intentIds: string[]): void {
    releaseProbesInMemory(this, intentIds);
  }

  probe(intentId: string, askedAt: number, result: ProbeResult): boolean {
    const believed = result.kind === "present" ? this.ownOrUnknown(intentId, result) : result;
    return this.tryApply(intentId, SWEEPER, { type: "probe", askedAt, result: believed }) !== null;
  }

  /** `probe-doubt` Q4: an effect that is another intent's proves nothing about this one. */
  private ownOrUnknown(intentId: string, result: Extract<ProbeResult, { kind: "present" }>): ProbeResult {
    if (this.deps.mutant === "effect_shared" || this.ownerOf(intentId, result.effectId) === null) return result;
    this.sharedEffects.add(result.effectId);
    return { kind: "unknown", why: "shared_effect" };
  }

  /** Another intent of the same tool that has this effect already. */
  ownerOf(intentId: string, effectId: string): string | null {
    const tool = this.rows.get(intentId)?.tool;
    for (const row of this.rows.values())
      if (row.effectId === effectId && row.tool === tool && row.id !== intentId) return row.id;
    return null;
  }

  /** `data`: what the event says beyond the change itself. */
  apply(intentId: string, actor: Actor, untimed: UntimedEvent, data: Record<string, unknown> = {}): IntentRow {
    const stored = this.load(intentId);
    if (stored === null) throw new RangeError(`There is no intent ${intentId}.`);
    const event = { ...untimed, at: this.deps.now() } as IntentEvent;
    const from = this.withHoldClock(stored, event.at);
    const decided = this.decide(withJumps(from.intent, this.jumps), event);
    if (!decided.ok) throw new RefusedError(decided.refusal, intentId);
    const row = this.save(from, decided.next, event);
    if (event.type !== "resolve" || this.deps.mutant !== "statement_unrecorded")
      this.record(eventOf(event.type, actor, from, decided.next, data, decided.notes));
    if (event.type === "approve" || event.type === "deny") this.decided(intentId, event);
    return row;
  }

  private withHoldClock(from: StoredIntent, at: number): StoredIntent {
    const { state } = from.intent;
    if (state.kind !== "held" || this.pauses.length === 0) return from;
    const hold = holdClock(state.hold, pausesOn(this.pauses, from.row), at);
    return { ...from, intent: { ...from.intent, state: { ...state, hold } } };
  }

  tryApply(intentId: string, actor: Actor, event: UntimedEvent, data?: Record<string, unknown>): IntentRow | null {
    try {
      return this.apply(intentId, actor, event, data);
    } catch (error) {
      if (error instanceof RefusedError) return null;
      throw error;
    }
  }

  load(intentId: string): StoredIntent | null {
    const row = this.rows.get(intentId);
    return row === undefined ? null : { row, intent: toIntent(row, this.contractOf(row).terms) };
  }

  contractOf({ tool, contractVersion }: Pick<IntentRow, "tool" | "contractVersion">): CompiledContract {
    const contract = this.deps.versions.get(tool)?.[contractVersion - 1];
    if (contract === undefined) throw new RangeError(`There is no version ${contractVersion} of ${tool}.`);
    return contract;
  }

  activeVersion(tool: string): number {
    return this.activeVersions.get(tool) ?? 1;
  }

  isPaused(subject: Pick<IntentRow, "tool" | "agentId">): boolean {
    return isPaused(this.pauses, subject);
  }

  /** `clock-watch`: the first process that notices puts it on record. */
  noteJump(jump: ClockJump, knownCount: number): void {
    const untold = untoldOf(jump, this.jumps.slice(knownCount));
    if (untold !== null && this.deps.mutant !== "jumped_clock") this.jumps.push(untold);
  }

  record(event: AuditEvent): void {
    this.events.push({ ...event, at: this.deps.now() });
    this.deps.watch?.recorded(event);
  }

  save({ row }: StoredIntent, to: Intent, event: IntentEvent): IntentRow {
    const after = { ...row, ...toColumns(to, row.dueAt), version: row.version + 1 };
    this.rows.set(row.id, after);
    this.giveBack(row, after);
    this.deps.watch?.saved(row, after, event);
    return after;
  }

  /** What no longer counts toward the limits takes nothing of them. */
  giveBack(before: IntentRow, after: IntentRow): void {
    if (this.reservations.length === 0 || !countsTowardLimits(before.state)) return;
    const isRetry = before.state === "executing" && after.state === "cleared";
    if (countsTowardLimits(after.state) && !(isRetry && this.deps.mutant === "limit_given_back")) return;
    this.reservations = this.reservations.filter(({ intentId }) => intentId !== before.id);
  }

  endAttempt(id: string, outcome: Outcome["class"], failure: Failure | null): void {
    const attempt = this.attempts.get(id);
    if (attempt?.endedAt !== null) return;
    this.attempts.set(id, { ...attempt, endedAt: new Date(this.deps.now()), outcome, failure });
  }

  private decided(intentId: string, event: Extract<IntentEvent, { type: "approve" | "deny" }>): void {
    const { type, decisionId, operatorId, at } = event;
    const argsDigest = event.argsDigest ?? null;
    const by = { decidedBy: "operator", operatorId, rule: null };
    this.decisions.push({ id: decisionId, intentId, verdict: type, argsDigest, createdAt: new Date(at), ...by });
  }
}
