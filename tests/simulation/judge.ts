/**
 * The oracles. The judge is told what happened and looks at the ledger, the rows and the audit; it knows none of the
 * rules by which the product tries to keep them.
 *
 * O1  one effect for a key and generation, counted by the downstream, and one chain of generations for what an agent
 *     wants; more only where a person said on record that the attempt before had done nothing
 * O2  every acknowledged submission exists, and its intent is final, held or in doubt (O3: nothing of it is lost)
 * O4  all answers for one intent are equal, and are what the downstream did, or what it or a person said it did; two
 *     intents name one effect only where that is a finding
 * O5  nothing is sent without an attempt, and an earlier decision, for exactly these args
 * O6  the fence only grows; only the attempt that holds it is heard, or one that knows the effect of a doubt
 * O7  nothing is stuck once all is quiet
 * O8  the audit tells every change, one event each
 * O9  what people bound stays so: no claim under a pause, no more without them than a limit or a grant allows, and
 *     nothing about a thing after they denied it
 * O10 a caller's key stands for one action
 * O11 a key's window is not over before its length has passed, whatever the store's clock says
 */
import type { Settlement } from "@/lib/application/settle-attempts";
import type { AuditEvent } from "@/lib/domain/actor";
import { isErased } from "@/lib/domain/erased";
import { isPaused } from "@/lib/domain/pause/pause";
import type { AttemptRow } from "@/lib/store/attempts";
import type { IntentRow } from "@/lib/store/intent-row";
import { auditFault } from "./audit-fault";
import { boundsFault } from "./bounds-fault";
import { BY_THING, CONTRACTS } from "./contracts";
import type { Downstream, Effect } from "./downstream";
import type { MemoryStore } from "./memory-store";
import { saidExecuted, saidNotExecuted, saidNotExecutedBetween } from "./said-by-people";
import type { Sent } from "./submission";

const ORACLES = ["O1", "O2", "O4", "O5", "O6", "O7", "O8", "O9", "O10", "O11"] as const;
export type Oracle = (typeof ORACLES)[number];
export type Breach = { oracle: Oracle; what: string };

const CLEARING = new Set(["clear", "approve"]);
const ENDS = new Set(["refused", "succeeded", "partial", "failed", "denied", "expired", "withdrawn"]);
/** Not ended, and yet nothing more will happen by itself. */
export const AT_REST: ReadonlySet<IntentRow["state"]> = new Set<IntentRow["state"]>(["held", "in_doubt"]);

export type JudgeDeps = {
  onBreach: () => void;
  /** The oracles that count; absent: all of them. */
  heed: ReadonlySet<Oracle> | null;
  /** A clock that nobody sets. */
  steadyNow: () => number;
  /** How much sooner a window may end because the store's clock was set. */
  windowSlackMs: number;
  onSecondEffect: () => void;
};

export class Judge {
  readonly breaches: Breach[] = [];
  private readonly acknowledged = new Map<string, string>();
  private readonly finalAnswers = new Map<string, { row: IntentRow; text: string }>();
  private readonly endedAt = new Map<string, number>();
  /** The chain of generations that each action had its effect in. */
  private readonly chains = new Map<string, string>();
  private readonly keyUses = new Map<string, string>();
  store: MemoryStore | null = null;

  constructor(private readonly deps: JudgeDeps) {}

  breach(oracle: Oracle, what: string): void {
    if (this.deps.heed !== null && !this.deps.heed.has(oracle)) return;
    this.breaches.push({ oracle, what });
    this.deps.onBreach();
  }

  acted(effect: Effect, ofKey: Effect[]): void {
    const { intentId, id, fence, action } = effect;
    const others = ofKey.filter((other) => other.id !== id);
    const unspoken = others.find((other) => !this.isSpokenFor(effect, other));
    if (unspoken !== undefined)
      this.breach("O1", `${intentId} had ${ofKey.length} effects under one key (${id}, fence ${fence})`);
    else if (others.length > 0) this.deps.onSecondEffect();
    const stem = this.store?.rows.get(intentId)?.stem ?? "";
    const chain = this.chains.get(action) ?? stem;
    this.chains.set(action, chain);
    if (chain !== stem) this.breach("O1", `${action} had an effect under two names (${id} of ${intentId})`);
  }

  /** Between the two claims a person said, on record, that nothing had happened. */
  private isSpokenFor(left: Effect, right: Effect): boolean {
    if (this.store === null || left.intentId !== right.intentId) return false;
    const [before, after] = left.fence < right.fence ? [left, right] : [right, left];
    return saidNotExecutedBetween(this.store, before, after);
  }

  sending({ intentId, argsDigest }: { intentId: string; argsDigest: string }): void {
    const attempts = [...(this.store?.attempts.values() ?? [])].filter(
      (attempt) => attempt.intentId === intentId && attempt.argsDigest === argsDigest,
    );
    if (attempts.length === 0) this.breach("O5", `${intentId} was sent before its claim was on record`);
    const isDecided = this.store?.decisions.some(
      (decision) =>
        decision.intentId === intentId && decision.argsDigest === argsDigest && CLEARING.has(String(decision.verdict)),
    );
    if (attempts.length > 0 && isDecided !== true) this.breach("O5", `${intentId} was sent without a decision`);
  }

  saved(before: IntentRow, after: IntentRow): void {
    if (after.fence < before.fence) this.breach("O6", `the fence of ${after.id} shrank`);
    if (after.state !== "executing" || before.state === "executing") return;
    if (after.fence !== before.fence + 1) this.breach("O6", `${after.id} was claimed without a new fence`);
    if (isPaused(this.store?.pauses ?? [], before)) this.breach("O9", `${after.id} was claimed though it is paused`);
    const isDecided = this.store?.decisions.some(
      ({ intentId, argsDigest, verdict }) =>
        intentId === after.id && argsDigest === after.argsDigest && CLEARING.has(String(verdict)),
    );
    if (isDecided !== true) this.breach("O5", `${after.id} was claimed without a decision for these args`);
  }

  settled(before: IntentRow, attempt: AttemptRow | undefined, { attemptId, fence, outcome }: Settlement): void {
    const isCurrent = before.state === "executing" && before.attemptId === attemptId && before.fence === fence;
    if (isCurrent && attempt?.endedAt === null) return;
    // Presence counts at any time: a late word of an effect may end whatever would send the same args again.
    const isOpen = ["in_doubt", "cleared", "held"].includes(before.state) || isReopenable(before);
    const isOfThis = attempt?.intentId === before.id && attempt.argsDigest === before.argsDigest;
    if (isOpen && isOfThis && "effectId" in outcome && outcome.effectId !== null) return;
    this.breach("O6", `${attemptId} (fence ${fence}) was heard for ${before.id} at fence ${before.fence}`);
  }

  recorded({ type, intentId, data }: AuditEvent): void {
    if (intentId === null) return;
    const now = this.deps.steadyNow();
    if (ENDS.has(String(data["to"])) && data["from"] !== data["to"]) this.endedAt.set(intentId, now);
    if (type !== "intent.superseded" || data["why"] !== "window_over") return;
    const row = this.store?.rows.get(intentId);
    const windowMs = row === undefined ? 0 : (CONTRACTS.get(row.tool)?.terms.windowMs ?? 0);
    const passedMs = now - (this.endedAt.get(intentId) ?? now);
    if (passedMs < windowMs - this.deps.windowSlackMs)
      this.breach("O11", `the window of ${intentId} was over after ${passedMs} of ${windowMs} ms`);
  }

  acknowledge(submissionId: string, answer: IntentRow, { tool, callerKey, args }: Sent): void {
    this.acknowledged.set(submissionId, answer.id);
    this.answer(answer);
    if (callerKey === undefined) return;
    const key = `${tool} ${callerKey}`;
    const id = String(args["id"]);
    const before = this.keyUses.get(key) ?? id;
    this.keyUses.set(key, before);
    if (before !== id) this.breach("O10", `${callerKey} of ${before} was accepted for ${id}`);
  }

  /** An answer that is final for good must be the only one that is ever given; what was erased of it is no longer told. */
  answer(row: IntentRow): void {
    const { id, state, transient } = row;
    if (state !== "succeeded" && state !== "partial" && (state !== "failed" || transient !== false)) return;
    const before = this.finalAnswers.get(id);
    const isBare = isErased(row) || (before !== undefined && isErased(before.row));
    const text = toldBy(row, isBare);
    if (before === undefined || !isErased(row)) this.finalAnswers.set(id, { row, text });
    const earlier = before === undefined ? text : isBare ? toldBy(before.row, true) : before.text;
    if (earlier !== text) this.breach("O4", `${id} answered ${earlier}, then ${text}`);
  }

  /** Once all is quiet, longer than a lease and two sweeps. */
  conclude(store: MemoryStore, downstream: Downstream): void {
    this.judgeAcknowledged(store);
    const named = new Map<string, string>();
    for (const row of store.rows.values()) {
      if (row.endedAt === null && !AT_REST.has(row.state) && !store.isPaused(row))
        this.breach("O7", `${row.id} is still ${row.state}`);
      this.answer(row);
      this.judgeTruth(store, row, downstream);
      if (row.effectId !== null) {
        const other = named.get(row.effectId);
        const isTold = store.sharedEffects.has(row.effectId);
        if (other !== undefined && !isTold) this.breach("O4", `${row.id} and ${other} both say ${row.effectId}`);
        named.set(row.effectId, row.id);
      }
      const fault = auditFault(store, row);
      if (fault !== null) this.breach("O8", `${row.id}: ${fault}`);
    }
    const fault = boundsFault(store, downstream);
    if (fault !== null) this.breach("O9", fault);
  }

  private judgeAcknowledged(store: MemoryStore): void {
    const recorded = new Map(store.submissions.map(({ id, intentId }) => [id, intentId]));
    for (const [submissionId, intentId] of this.acknowledged) {
      const isThere = recorded.get(submissionId) === intentId && store.rows.has(intentId);
      if (!isThere) this.breach("O2", `${submissionId} was acknowledged for ${intentId} and is lost`);
    }
  }

  /** The record cannot know better than the downstream's own word, or a person's; it must name whose word it was. */
  private judgeTruth(store: MemoryStore, row: IntentRow, downstream: Downstream): void {
    const effects = downstream.effectsOf(row.key);
    const isDone = row.state === "succeeded" || row.state === "partial";
    // Where the probe cannot tell one call about a thing from the next, no more is known than that it is about this thing.
    const claimable =
      row.tool === BY_THING ? downstream.effectsOn(isErased(row) ? null : String(row.args["id"])) : effects;
    if (isDone && !claimable.some(({ id }) => id === row.effectId) && !saidExecuted(store, row)) {
      this.breach("O4", `${row.id} says ${row.effectId}, and the downstream has no such effect`);
    }
    if (row.endedAt === null || isDone || effects.length === 0) return;
    const isDenied = effects.every(({ deniedWith }) => row.failure?.code === `downstream_${deniedWith}`);
    if (isDenied || saidNotExecuted(store, row)) return;
    this.breach("O4", `${row.id} ended as ${row.state}, and the downstream acted (${effects[0]?.id})`);
  }
}

function toldBy({ state, effectId, result, failure }: IntentRow, isBare: boolean): string {
  return JSON.stringify(isBare ? { state, effectId, failure: failure?.code } : { state, effectId, result, failure });
}

function isReopenable({ state, transient, successorId }: IntentRow): boolean {
  return successorId === null && (["refused", "expired", "withdrawn"].includes(state) || transient === true);
}
