/**
 * The worker's part: claim, settle, lost lease.
 *
 *   cleared --claim--> executing --settle--> succeeded | partial | failed | held (configuration)
 *      ^                   |
 *      +--- safe to retry--+--> in_doubt | held | whatever may be opened again --settle, late--> succeeded | partial
 *
 * E1  A claim needs a decision for exactly the args that would run (L3), and raises the fence.
 * E2  A settle that names another fence changes nothing: that worker lost its lease. Nor does one of another attempt:
 *     a claim that was never committed may have meant to use a fence that another worker's claim then did.
 * E5  Except for an effect (L5): an attempt on record that ran these very args and knows the effect's id ends the doubt,
 *     the wait for a retry or for people, or an end that the next submission would reopen (L1), whenever its word arrives.
 *     An attempt that runs now is left to settle for itself.
 * E3  Outcomes are judged over all attempts: once one is unknown, only success, a probe or a person ends it (L5).
 * E4  An unknown is retried only while the downstream still honours the key, or after absence was proved (L5).
 */
import {
  type Effect,
  type EventOf,
  knowsEffect,
  move,
  type Outcome,
  refuse,
  type Transition,
  wrongState,
} from "../event";
import { joinHolds } from "../hold";
import {
  type AttemptRecord,
  type Failure,
  HONOUR_MARGIN_MS,
  type Hold,
  type Intent,
  LEASE_MARGIN_MS,
  mayRunAgain,
  OTHER_HOLD_MS,
  STILL_ACTS_MS,
  type State,
  type StateOf,
} from "../intent";

type Executing = StateOf<"executing">;
type ConfigurationOutcome = Extract<Outcome, { class: "configuration" }>;

export function claim(intent: Intent, event: EventOf<"claim">): Transition {
  const { state, terms, attempts } = intent;
  if (state.kind !== "cleared") return wrongState(intent);
  if (state.argsDigest !== intent.argsDigest) return refuse({ code: "args_changed", argsDigest: intent.argsDigest }); // E1
  if (event.at < state.dueAt) return refuse({ code: "not_due", dueAt: state.dueAt });
  if (attempts.mayHaveActed && !honoursKeyAt(intent, event.at)) {
    const failure = { code: "honour_window_closed", message: WINDOW_CLOSED };
    return move(intent, { state: doubt(intent, state, failure, event.at) }, [{ kind: "honour_window_closed" }]);
  }
  const executing: Executing = {
    kind: "executing",
    clearedBy: state.clearedBy,
    argsDigest: state.argsDigest,
    attemptId: event.attemptId,
    startedAt: event.at,
    leaseUntil: event.at + terms.timeoutMs + LEASE_MARGIN_MS,
    lifted: state.lifted,
  };
  const firstStartedAt = attempts.firstStartedAt ?? event.at;
  return move(intent, { state: executing, fence: intent.fence + 1, attempts: { ...attempts, firstStartedAt } });
}

export function settle(intent: Intent, event: EventOf<"settle">): Transition {
  // The attempts stay as they were judged: what this one was taken for is part of the record.
  if (isNews(intent, event.outcome, event.ranArgsDigest))
    return move(intent, { state: endedWith(event.outcome, event.at) }); // E5
  if (event.fence !== intent.fence) return refuse({ code: "fence_lost", fence: intent.fence }); // E2
  const { state, fence } = intent;
  if (state.kind !== "executing") return wrongState(intent);
  if (event.attemptId !== state.attemptId) return refuse({ code: "fence_lost", fence }); // E2
  return conclude(intent, state, event.outcome, event.at, event.jitter);
}

/** A lease that is over makes the word late, not wrong. */
function isNews(intent: Intent, outcome: Outcome, ranArgsDigest: string | undefined): outcome is Effect {
  return mayRunAgain(intent) && knowsEffect(outcome) && ranArgsDigest === intent.argsDigest;
}

function endedWith(outcome: Effect, endedAt: number): State {
  const { effectId, result } = outcome;
  if (outcome.class === "success") return { kind: "succeeded", effectId, result, endedAt };
  return { kind: "partial", effectId: outcome.effectId, result, correctiveAction: outcome.correctiveAction, endedAt };
}

export function loseLease(intent: Intent, event: EventOf<"lose_lease">): Transition {
  const { state } = intent;
  if (state.kind !== "executing") return wrongState(intent);
  const leaseUntil = state.leaseUntil + (intent.terms.clockAheadMs ?? 0);
  if (event.at < leaseUntil) return refuse({ code: "lease_held", leaseUntil });
  const failure = { code: "lease_lost", message: "The worker that had this attempt did not report back in time." };
  return conclude(intent, state, { class: "unknown", failure }, event.at, event.jitter);
}

function conclude(intent: Intent, state: Executing, outcome: Outcome, at: number, jitter: number): Transition {
  const attempts = judge(intent, state.startedAt, outcome, at);
  const judged: Intent = { ...intent, attempts };
  switch (outcome.class) {
    case "success":
    case "partial":
      return move(judged, { state: endedWith(outcome, at) });
    case "definitive":
      if (attempts.mayHaveActed) return move(judged, { state: doubt(judged, state, outcome.failure, at) }); // E3
      return move(judged, { state: { kind: "failed", transient: false, failure: outcome.failure, endedAt: at } });
    case "configuration":
      if (attempts.mayHaveActed) return move(judged, { state: doubt(judged, state, outcome.failure, at) }); // E3
      return move(judged, {
        state: { kind: "held", hold: joinHolds(state.lifted, configurationHold(outcome, at)) },
      });
    case "not_sent":
      return retryOr(judged, state, outcome.failure, at, outcome.retryAfterMs ?? backoffMs(judged, jitter));
    case "unknown":
      return retryOr(judged, state, outcome.failure, at, backoffMs(judged, jitter));
  }
}

function judge(intent: Intent, startedAt: number, outcome: Outcome, at: number): AttemptRecord {
  const before = intent.attempts;
  const counted = !("counted" in outcome) || outcome.counted;
  const mayHaveActed = before.mayHaveActed || (outcome.class === "unknown" && !intent.terms.harmless);
  const actsOnMs = outcome.class === "unknown" && outcome.stillActs === true ? STILL_ACTS_MS : 0;
  const provenNotSent = outcome.class === "not_sent" || outcome.class === "configuration";
  return {
    countedCount: before.countedCount + (counted ? 1 : 0),
    mayHaveActed,
    // Only the attempt that started the count can take it back.
    firstStartedAt: provenNotSent && before.firstStartedAt === startedAt ? null : before.firstStartedAt,
    // An earlier attempt's function may still run; its worker has said until when.
    lastEndedAt: Math.max(before.lastEndedAt ?? at, at + actsOnMs),
  };
}

function retryOr(intent: Intent, state: Executing, failure: Failure, at: number, delayMs: number): Transition {
  const { attempts, terms } = intent;
  const dueAt = at + delayMs;
  const retriesLeft = attempts.countedCount <= terms.retries.max;
  const safe = !attempts.mayHaveActed || honoursKeyAt(intent, dueAt); // E4
  if (retriesLeft && safe) return move(intent, { state: clearedAgain(state, dueAt) });
  if (attempts.mayHaveActed) return move(intent, { state: doubt(intent, state, failure, at) });
  return move(intent, { state: { kind: "failed", transient: true, failure, endedAt: at } });
}

function clearedAgain(state: Executing, dueAt: number): StateOf<"cleared"> {
  const { clearedBy, argsDigest, lifted } = state;
  return { kind: "cleared", clearedBy, argsDigest, dueAt, undoUntil: null, lifted };
}

export function doubt(intent: Intent, state: Executing | StateOf<"cleared">, failure: Failure, at: number): State {
  const { clearedBy, argsDigest, lifted } = state;
  // A probe is due at once: presence counts whenever it is seen.
  return {
    kind: "in_doubt",
    clearedBy,
    argsDigest,
    since: at,
    failure,
    nextProbeAt: intent.terms.probe === null ? null : at,
    probing: null,
    statements: [],
    lifted,
  };
}

/** Wrong settings or credentials are ours to mend: the intent waits until somebody says that they are. */
function configurationHold(outcome: ConfigurationOutcome, at: number): Hold {
  const expiresAt = at + OTHER_HOLD_MS;
  const clock = { since: at, expiresAt, escalatedAt: null };
  const detail = whatIsMissing(outcome);
  return {
    reasons: ["configuration"],
    rule: null,
    approvalsNeeded: 1,
    role: "approver",
    approvals: [],
    detail,
    ...clock,
  };
}

/** Not in the words of who was called: they may repeat args, and a hold outlives their erasure. */
function whatIsMissing({ failure, counted }: ConfigurationOutcome): string {
  if (!counted) return failure.message;
  const status = /^downstream_(40[13])$/.exec(failure.code)?.[1];
  if (status !== undefined) return `The downstream refused our credentials (${status}).`;
  return "What was called says that our settings or credentials are wrong: the last attempt has its words.";
}

function honoursKeyAt(intent: Intent, at: number): boolean {
  const { honoursKeyMs, timeoutMs } = intent.terms;
  const { firstStartedAt } = intent.attempts;
  if (honoursKeyMs === null || firstStartedAt === null) return false;
  // The request may leave as late as the attempt's deadline; it must still arrive inside the window.
  return at + timeoutMs < firstStartedAt + honoursKeyMs - HONOUR_MARGIN_MS;
}

/** Doubling from the base, capped; `jitter` in [0, 1) spreads retries over the upper half of the delay. */
function backoffMs(intent: Intent, jitter: number): number {
  const { baseMs, capMs } = intent.terms.retries;
  const doublings = Math.min(Math.max(intent.attempts.countedCount - 1, 0), 30);
  const full = Math.min(capMs, baseMs * 2 ** doublings);
  return Math.round(full / 2 + (full / 2) * jitter);
}

const WINDOW_CLOSED = "An earlier attempt may have acted, and the downstream no longer honours its key.";
