/**
 * The oracles. The judge is told what happened and looks at the ledger, the rows and the audit; it knows none of the
 * rules by which the product tries to keep them.
 *
 * O1  one effect for a key and generation, counted by the downstream
 * O2  every acknowledged submission exists, and its intent is final, held or in doubt (O3: nothing of it is lost)
 * O4  all answers for one intent are equal, and are what the downstream did
 * O5  nothing is sent without an attempt, and an earlier decision, for exactly these args
 * O6  the fence only grows; only the attempt that holds it is heard, or one that knows the effect of a doubt
 * O7  nothing is stuck once all is quiet
 * O8  the audit tells every change, one event each
 */
import type { Settlement } from "@/lib/application/settle-attempts";
import type { AttemptRow } from "@/lib/store/attempts";
import type { IntentRow } from "@/lib/store/intent-row";
import { auditFault } from "./audit-fault";
import type { Downstream, Effect } from "./downstream";
import type { MemoryStore } from "./memory-store";

export type Oracle = "O1" | "O2" | "O4" | "O5" | "O6" | "O7" | "O8";
export type Breach = { oracle: Oracle; what: string };
export type Answered = Pick<IntentRow, "id" | "state" | "effectId" | "result" | "failure" | "transient">;

const CLEARING = new Set(["clear", "approve"]);
/** Not ended, and yet nothing more will happen by itself. */
export const AT_REST: ReadonlySet<IntentRow["state"]> = new Set<IntentRow["state"]>(["held", "in_doubt"]);

export class Judge {
  readonly breaches: Breach[] = [];
  private readonly acknowledged = new Map<string, string>();
  private readonly finalAnswers = new Map<string, string>();
  store: MemoryStore | null = null;

  /** `heed`: the oracles that count; absent: all of them. */
  constructor(
    private readonly onBreach: () => void,
    private readonly heed: ReadonlySet<Oracle> | null = null,
  ) {}

  breach(oracle: Oracle, what: string): void {
    if (this.heed !== null && !this.heed.has(oracle)) return;
    this.breaches.push({ oracle, what });
    this.onBreach();
  }

  acted(effect: Effect, intentId: string, count: number): void {
    if (count > 1) this.breach("O1", `${intentId} had ${count} effects under one key (${effect.id})`);
  }

  sending({ intentId, argsDigest }: { intentId: string; argsDigest: string }): void {
    const attempts = [...(this.store?.attempts.values() ?? [])].filter(
      (attempt) => attempt.intentId === intentId && attempt.argsDigest === argsDigest,
    );
    if (attempts.length === 0) this.breach("O5", `${intentId} was sent before its claim was on record`);
    const startedAt = Math.max(...attempts.map((attempt) => attempt.startedAt.getTime()));
    const isDecided = this.store?.decisions.some(
      (decision) =>
        decision.intentId === intentId &&
        decision.argsDigest === argsDigest &&
        CLEARING.has(String(decision.verdict)) &&
        (decision.createdAt as Date).getTime() <= startedAt,
    );
    if (attempts.length > 0 && isDecided !== true) this.breach("O5", `${intentId} was sent without a decision`);
  }

  saved(before: IntentRow, after: IntentRow): void {
    if (after.fence < before.fence) this.breach("O6", `the fence of ${after.id} shrank`);
    if (after.state === "executing" && before.state !== "executing" && after.fence !== before.fence + 1) {
      this.breach("O6", `${after.id} was claimed without a new fence`);
    }
  }

  settled(before: IntentRow, attempt: AttemptRow | undefined, { attemptId, fence, outcome }: Settlement): void {
    const isCurrent = before.state === "executing" && before.attemptId === attemptId && before.fence === fence;
    const isOpen = before.state === "in_doubt" || before.state === "cleared";
    const isOfThis = attempt?.intentId === before.id && attempt.argsDigest === before.argsDigest;
    if (isOpen && isOfThis && "effectId" in outcome && outcome.effectId !== null) return;
    if (!isCurrent || attempt?.endedAt !== null) {
      this.breach("O6", `${attemptId} (fence ${fence}) was heard for ${before.id} at fence ${before.fence}`);
    }
  }

  acknowledge(submissionId: string, answer: Answered): void {
    this.acknowledged.set(submissionId, answer.id);
    this.answer(answer);
  }

  /** An answer that is final for good must be the only one that is ever given. */
  answer({ id, state, effectId, result, failure, transient }: Answered): void {
    if (state !== "succeeded" && state !== "partial" && (state !== "failed" || transient !== false)) return;
    const text = JSON.stringify({ state, effectId, result, failure });
    const before = this.finalAnswers.get(id) ?? text;
    if (before !== text) this.breach("O4", `${id} answered ${before}, then ${text}`);
    this.finalAnswers.set(id, before);
  }

  /** Once all is quiet, longer than a lease and two sweeps. */
  conclude(store: MemoryStore, downstream: Downstream): void {
    this.judgeAcknowledged(store);
    for (const row of store.rows.values()) {
      if (row.endedAt === null && !AT_REST.has(row.state)) this.breach("O7", `${row.id} is still ${row.state}`);
      this.answer(row);
      this.judgeTruth(row, downstream.effectsOf(row.key));
      const fault = auditFault(store, row);
      if (fault !== null) this.breach("O8", `${row.id}: ${fault}`);
    }
  }

  private judgeAcknowledged(store: MemoryStore): void {
    const recorded = new Map(store.submissions.map(({ id, intentId }) => [id, intentId]));
    for (const [submissionId, intentId] of this.acknowledged) {
      const isThere = recorded.get(submissionId) === intentId && store.rows.has(intentId);
      if (!isThere) this.breach("O2", `${submissionId} was acknowledged for ${intentId} and is lost`);
    }
  }

  private judgeTruth(row: IntentRow, effects: Effect[]): void {
    const isDone = row.state === "succeeded" || row.state === "partial";
    if (isDone && !effects.some(({ id }) => id === row.effectId)) {
      this.breach("O4", `${row.id} says ${row.effectId}, and the downstream has no such effect`);
    }
    if (row.endedAt !== null && !isDone && effects.length > 0) {
      this.breach("O4", `${row.id} ended as ${row.state}, and the downstream acted (${effects[0]?.id})`);
    }
  }
}
