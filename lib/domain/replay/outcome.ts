/** What became, or would become, of one submission, in words that two contracts share. */
import type { Disposition } from "../event";
import type { Admission } from "../gate/admit";
import type { Folded } from "../gate/fold";
import type { HoldReason } from "../intent";
import type { RecordedSubmission } from "./recorded";
import type { Replayed } from "./replayed-intent";

export type Fate = "opened" | "joined" | "reopened" | "refused" | "invalid" | "key_required";

export type Outcome = {
  fate: Fate;
  disposition: Disposition | null;
  /** Of a duplicate rule, or that a key is missing. */
  refusal: string | null;
  /** The recorded intent that it belongs to, and the submission that opened that; null: to none. */
  intentId: string | null;
  openedBy: string | null;
  /** Null: nobody was asked. */
  verdict: "clear" | "hold" | "refuse" | null;
  rule: string | null;
  reasons: HoldReason[];
  /** Who must say yes, where it is held. */
  approvals: { needed: number; role: string } | null;
  drifted: boolean;
  lookalike: boolean;
  variant: boolean;
  /** What is wrong with its args. */
  errors: { pointer: string; message: string }[];
};

const NOTHING: Omit<Outcome, "fate"> = {
  disposition: null,
  refusal: null,
  intentId: null,
  openedBy: null,
  verdict: null,
  rule: null,
  reasons: [],
  approvals: null,
  drifted: false,
  lookalike: false,
  variant: false,
  errors: [],
};

const ERRORS_KEPT_MAX = 5;

export function invalidOutcome(errors: Outcome["errors"]): Outcome {
  return { ...NOTHING, fate: "invalid", errors: errors.slice(0, ERRORS_KEPT_MAX) };
}

export function keyRequiredOutcome(): Outcome {
  return { ...NOTHING, fate: "key_required", refusal: "idempotency_key_required" };
}

export function refusedOutcome(refusal: string, owner: Replayed | null): Outcome {
  return { ...NOTHING, fate: "refused", refusal, ...belongsTo(owner) };
}

/** Before the fold is applied: it compares with what the intent was. */
export function toOutcome(folded: Exclude<Folded<Replayed>, { kind: "key_reused" }>): Outcome {
  if (folded.kind === "refuse") return refusedOutcome(folded.code, folded.known);
  const { disposition, resembles } = folded;
  const seen = {
    disposition,
    lookalike: disposition === "lookalike" || resembles.some(({ kind }) => kind === "lookalike"),
    variant: resembles.some(({ kind }) => kind === "variant"),
  };
  if (folded.kind === "open") return { ...NOTHING, ...seen, ...judged(folded.admission), fate: "opened" };
  const { known, admission, drift } = folded;
  const own = { ...NOTHING, ...seen, ...belongsTo(known), drifted: drift !== null };
  if (admission !== null) return { ...own, ...judged(admission), fate: "reopened" };
  const { state } = folded.intent;
  const isHeldAnew = folded.intent !== known.intent && state.kind === "held";
  return { ...own, fate: "joined", ...(isHeldAnew ? { verdict: "hold", reasons: ["drift"] } : {}) };
}

function belongsTo(known: Replayed | null) {
  return { intentId: known?.intentId ?? null, openedBy: known?.openedBy ?? null };
}

function judged({ verdict, policy }: Admission): Pick<Outcome, "verdict" | "rule" | "reasons" | "approvals"> {
  if (verdict.kind !== "hold") return { verdict: verdict.kind, rule: policy.rule, reasons: [], approvals: null };
  const { reasons, approvalsNeeded: needed, role } = verdict.hold;
  return { verdict: "hold", rule: verdict.hold.rule ?? policy.rule, reasons, approvals: { needed, role } };
}

/** Whether the replay of the contract that was in force came to what is on record. */
export function isAsRecorded(outcome: Outcome, recorded: RecordedSubmission): boolean {
  const { decision, refusal, disposition, intentId } = recorded;
  if (outcome.intentId !== intentId || outcome.refusal !== refusal) return false;
  if (refusal !== null) return outcome.fate === "refused";
  if (outcome.disposition !== disposition) return false;
  const opens = outcome.fate === "opened" || outcome.fate === "reopened";
  if (!opens || decision === null) return opens === (decision !== null);
  return outcome.verdict === decision.verdict && sameReasons(outcome.reasons, decision.reasons);
}

function sameReasons(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((reason) => other.includes(reason));
}
