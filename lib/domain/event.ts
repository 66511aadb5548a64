/** Everything that can happen to an intent. Time, ids, verdicts and evidence arrive as data. */
import type { Claimed, ClearedBy, Failure, Hold, Intent, Role, StateKind } from "./intent";

export type Verdict =
  | { kind: "clear"; clearedBy: ClearedBy }
  | { kind: "hold"; hold: Hold }
  | { kind: "refuse"; rule: string; reason: string };

/** One submission's args as they would run, with the terms of the contract version they were read under. */
export type Proposal = Pick<Intent, "submissionId" | "fingerprint" | "argsDigest" | "contractVersion" | "terms">;

/** What really happened on the wire, as far as the worker can tell. */
export type Outcome =
  | { class: "success"; effectId: string | null; result: unknown }
  | { class: "partial"; effectId: string; result: unknown; correctiveAction: string }
  | { class: "definitive"; failure: Failure }
  /** `counted: false`: it was not even tried, and takes nothing from the retries. */
  | { class: "not_sent"; failure: Failure; retryAfterMs?: number; counted?: false }
  /** `stillActs`: what was started cannot be stopped, and has not come to its end. */
  | { class: "unknown"; failure: Failure; stillActs?: true }
  /** Our own settings or credentials are wrong. `counted`: a request went out (and was turned away, 401 or 403). */
  | { class: "configuration"; failure: Failure; counted: boolean };

export type OutcomeClass = Outcome["class"];

/** Something happened downstream, and has a name there. */
export function knowsEffect(outcome: Outcome): outcome is Effect & { effectId: string } {
  return (outcome.class === "success" || outcome.class === "partial") && outcome.effectId !== null;
}

export type Effect = Extract<Outcome, { class: "success" | "partial" }>;

export type ProbeResult =
  | { kind: "present"; effectId: string; result: unknown }
  | { kind: "absent" }
  /** `why`: a short code, never a word of the downstream. */
  | { kind: "unknown"; why?: string };

export type IntentEvent = { at: number } & (
  | { type: "repeat"; proposal: Proposal; verdict: Verdict }
  /** `novel`: this fingerprint was never seen on the intent before. `hold` is what a drift asks for on these args. */
  | { type: "drift"; proposal: Proposal; verdict: Verdict; novel: boolean; hold: Hold }
  | {
      type: "approve";
      operatorId: string;
      role: Role;
      decisionId: string;
      argsDigest: string;
      /** When the hold on the screen began: one that began anew since, because a drift came, was not seen (L10). */
      heldSince?: number;
      /** The operator chose another submission's args; the hold is what policy asks for on those. */
      variant?: { proposal: Proposal; hold: Hold };
      /** A limit that clearing it now would exceed, and that asks for a person. */
      overLimit?: string;
    }
  | { type: "deny"; operatorId: string; role: Role; decisionId: string; argsDigest?: string; reason: string }
  /** `marginMs` before its end a hold is told of; it follows from the hold as it is stored (`escalation`). */
  | { type: "escalate"; marginMs: number }
  | { type: "expire" }
  | { type: "withdraw"; reason: string | null }
  | { type: "undo"; operatorId: string; role: Role; expiresAt: number }
  | { type: "rehold"; hold: Hold }
  | { type: "claim"; attemptId: string }
  | {
      type: "settle";
      attemptId: string;
      fence: number;
      outcome: Outcome;
      jitter: number;
      /** Digest of the args that this attempt ran, looked up in its record: what a late word must be about. */
      ranArgsDigest?: string;
    }
  | { type: "lose_lease"; jitter: number }
  /**
   * `askedAt`: before the question was sent. What had not landed by then is not proven absent by the answer.
   * `askedArgsDigest`: of the args that were asked about; what is found after the doubt is over must be about these.
   */
  | { type: "probe"; askedAt: number; askedArgsDigest?: string; result: ProbeResult }
  /** `confirmEarly`: the person was told that the request may still land, and insists. */
  | ({ type: "resolve"; operatorId: string; role: Role; evidence: string; confirmEarly?: boolean } & Claimed)
  /** `claimedAt`: a witness outside the store saw it claimed then, and the store no longer knows. Null: it saw nothing. */
  | { type: "store_restored"; claimedAt: number | null }
  | { type: "release"; operatorId: string; role: Role }
  | { type: "supersede"; successorId: string; why: "window_over" | "bypass" | "drift" }
);

export type EventType = IntentEvent["type"];
export type EventOf<T extends EventType> = Extract<IntentEvent, { type: T }>;

export type Disposition = "created" | "coalesced" | "replayed" | "drifted" | "lookalike" | "reopened";

/** Something the caller must put on record beside the new state. */
export type Note =
  | { kind: "drift_finding" }
  | { kind: "approvals_voided" }
  | { kind: "honour_window_closed" }
  /** A probe was answered as the last time: it is counted, and needs no record of its own. */
  | { kind: "same_answer" }
  /** Somebody said otherwise: what was said before counts no more. */
  | { kind: "statements_voided" }
  /** It goes out again on the word of a person who was told that the request before may still land. */
  | { kind: "confirmed_early" };

export type Refusal =
  | { code: "wrong_state"; state: StateKind }
  | { code: "args_changed"; argsDigest: string }
  | { code: "hold_changed"; since: number }
  | { code: "hold_expired"; expiresAt: number }
  | { code: "hold_not_expired"; expiresAt: number }
  | { code: "already_escalated"; escalatedAt: number }
  | { code: "escalation_early"; from: number }
  | { code: "role_required"; role: Role }
  | { code: "already_approved" }
  | { code: "already_stated" }
  | { code: "too_early"; notBefore: number }
  | { code: "frozen" }
  | { code: "undo_over"; undoUntil: number | null }
  | { code: "not_due"; dueAt: number }
  | { code: "fence_lost"; fence: number }
  | { code: "lease_held"; leaseUntil: number }
  | { code: "superseded"; successorId: string }
  | { code: "next_generation"; why: "window_over" | "drift" }
  | { code: "window_open"; until: number };

export type Transition =
  | { ok: true; next: Intent; disposition?: Disposition; notes: Note[] }
  | { ok: false; refusal: Refusal };

export function refuse(refusal: Refusal): Transition {
  return { ok: false, refusal };
}

export function wrongState(intent: Intent): Transition {
  return refuse({ code: "wrong_state", state: intent.state.kind });
}

export function move(intent: Intent, change: Partial<Intent>, notes: Note[] = []): Transition {
  return { ok: true, next: { ...intent, ...change }, notes };
}
