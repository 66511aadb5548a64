/**
 * A further submission meets an existing intent: it joins, drifts, reopens, or must become the next generation.
 *
 * Invariants: an intent that may have acted is never touched by a submission (frozen args); an answer with an effect
 * is replayed until its window ends; only a fingerprint new to the intent voids approvals, so that alternating
 * retries cannot keep an operator from deciding.
 */
import {
  type Disposition,
  type EventOf,
  move,
  type Note,
  type Proposal,
  refuse,
  type Transition,
  type Verdict,
  wrongState,
} from "../event";
import { joinHolds } from "../hold";
import { type Hold, hasEnded, type Intent, isFrozen, isReopenable, NO_ATTEMPTS, type State } from "../intent";

/** The first state of an intent, or of a reopened one: what the policy said, and nothing else (L3, L7). */
export function openingState(verdict: Verdict, argsDigest: string, at: number): State {
  switch (verdict.kind) {
    case "refuse":
      return { kind: "refused", rule: verdict.rule, reason: verdict.reason, endedAt: at };
    case "hold":
      return { kind: "held", hold: verdict.hold };
    case "clear":
      return { kind: "cleared", clearedBy: verdict.clearedBy, argsDigest, dueAt: at, undoUntil: null, lifted: null };
  }
}

export function repeat(intent: Intent, event: EventOf<"repeat">): Transition {
  const closed = refuseIfClosed(intent, event.at);
  if (closed !== null) return closed;
  if (isReopenable(intent.state)) return reopen(intent, event.proposal, event.verdict, event.at);
  return stay(intent, hasEnded(intent.state) || intent.state.kind === "in_doubt" ? "replayed" : "coalesced");
}

export function drift(intent: Intent, event: EventOf<"drift">): Transition {
  const closed = refuseIfClosed(intent, event.at);
  if (closed !== null) return closed;
  const { state } = intent;
  if (isReopenable(state)) return reopen(intent, event.proposal, event.verdict, event.at);
  // The old "no" was said to other args; it must not answer for these.
  if (state.kind === "denied" || state.kind === "failed") return refuse({ code: "next_generation", why: "drift" });
  if (state.kind === "held")
    return event.novel ? holdForDrift(intent, state.hold, event.hold) : stay(intent, "drifted");
  if (state.kind === "cleared" && !isFrozen(intent)) {
    if (!event.novel) return stay(intent, "drifted");
    return holdForDrift(intent, state.lifted, event.hold);
  }
  return stay(intent, "drifted", [{ kind: "drift_finding" }]);
}

export function supersede(intent: Intent, event: EventOf<"supersede">): Transition {
  const { state } = intent;
  if (!hasEnded(state)) return wrongState(intent);
  if (intent.successorId !== null) return refuse({ code: "superseded", successorId: intent.successorId });
  // Drift opens a next generation only after a no; what has an effect keeps its generation.
  if (event.why === "drift" && state.kind !== "denied" && state.kind !== "failed") return wrongState(intent);
  const until = state.endedAt + intent.terms.windowMs;
  if (event.why === "window_over" && event.at < until) return refuse({ code: "window_open", until });
  return move(intent, { successorId: event.successorId });
}

function refuseIfClosed(intent: Intent, at: number): Transition | null {
  if (intent.successorId !== null) return refuse({ code: "superseded", successorId: intent.successorId });
  const { state } = intent;
  if (hasEnded(state) && at >= state.endedAt + intent.terms.windowMs) {
    return refuse({ code: "next_generation", why: "window_over" });
  }
  return null;
}

function reopen(intent: Intent, proposal: Proposal, verdict: Verdict, at: number): Transition {
  const next: Intent = {
    ...intent,
    ...proposal,
    // The retry budget starts anew; the fence goes on, and so does what the downstream may remember of the key.
    attempts: { ...NO_ATTEMPTS, firstStartedAt: intent.attempts.firstStartedAt },
    state: openingState(verdict, proposal.argsDigest, at),
  };
  return { ok: true, next, disposition: "reopened", notes: [{ kind: "approvals_voided" }] };
}

function holdForDrift(intent: Intent, before: Hold | null, asked: Hold): Transition {
  const held: Intent = { ...intent, state: { kind: "held", hold: joinHolds(before, asked) } };
  return stay(held, "drifted", [{ kind: "approvals_voided" }]);
}

function stay(intent: Intent, disposition: Disposition, notes: Note[] = []): Transition {
  return { ok: true, next: intent, disposition, notes };
}
