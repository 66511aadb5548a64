/**
 * Bugs planted on purpose: the simulation is worth what it finds. Each is exactly what leaving the rule out would do.
 *
 *   no_fence             E2 left out: whoever settles is heard
 *   no_attempt_check     E2 left out by half: a settle of a claim that was never committed is heard
 *   blind_retry          L5 left out: an unknown outcome is taken for "nothing was sent"
 *   effect_before_claim  L4 left out: the claim is committed with the outcome, not before the effect (`worker`)
 *   no_last_look         the deadline is not looked at again right before sending (`downstream`)
 *   no_reset             an abort leaves the connection alone: what travels lands whenever it likes (`downstream`)
 *   broken_is_unsent     a connection that broke after the first byte counts as never used (`downstream`)
 *   absent_too_early     absence counts as soon as it is said (`probe.absentAfter` left out)
 *   jumped_clock         windows follow the store's clock wherever it jumps (`memory-store`)
 *   waits_by_clock       J3 left out: leases and absence follow the store's clock wherever it jumps
 *   breaker_stays_open   a downstream that was given a rest is never tried again (`worker`)
 *   pause_ignored        a claim does not look at pauses (`memory-attempts`)
 *   limit_given_back     a retry gives back what its clearing took from the limits (`memory-store`)
 *   grant_not_counted    a use of a grant is not counted (`memory-intake`)
 *   caller_key_forgotten nobody remembers whose a caller's key is (`memory-intake`)
 *   bypass_same_key      a bypass goes out under the key of what it is to do again (`memory-bypass`)
 *   publish_forgets      keys of the version before are not looked for after a publish (`web`, `memory-store`)
 *   effect_shared        a probe that names another intent's effect is believed (`memory-store`)
 *   denial_forgotten     intake does not look for what people denied (`memory-intake`)
 *   erasure_loses_key    erasing takes the action's name with its values (`memory-erasure`)
 *   statement_unrecorded what people say of a doubt is done and not written down (`memory-store`)
 */
import type { IntentEvent } from "@/lib/domain/event";
import type { Intent } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";

export const MUTANTS = [
  "no_fence",
  "no_attempt_check",
  "effect_before_claim",
  "blind_retry",
  "no_last_look",
  "no_reset",
  "broken_is_unsent",
  "absent_too_early",
  "jumped_clock",
  "waits_by_clock",
  "breaker_stays_open",
  "pause_ignored",
  "limit_given_back",
  "grant_not_counted",
  "caller_key_forgotten",
  "bypass_same_key",
  "publish_forgets",
  "effect_shared",
  "denial_forgotten",
  "erasure_loses_key",
  "statement_unrecorded",
] as const;

export type Mutant = (typeof MUTANTS)[number];

export function decideWith(mutant: Mutant | null): typeof transition {
  if (mutant === "no_fence") return (intent, event) => transition(intent, unfenced(intent, event));
  if (mutant === "no_attempt_check") return (intent, event) => transition(intent, asTheCurrentOne(intent, event));
  if (mutant === "blind_retry") return (intent, event) => transition(intent, takenForUnsent(intent, event));
  if (mutant === "absent_too_early") return (intent, event) => transition(intent, askedLate(event));
  if (mutant === "waits_by_clock") return (intent, event) => transition(byClock(intent), event);
  return transition;
}

function byClock(intent: Intent): Intent {
  return { ...intent, terms: { ...intent.terms, clockAheadMs: 0 } };
}

function unfenced(intent: Intent, event: IntentEvent): IntentEvent {
  return event.type === "settle" ? { ...asTheCurrentOne(intent, event), fence: intent.fence } : event;
}

function asTheCurrentOne<E extends IntentEvent>({ state }: Intent, event: E): E {
  return event.type === "settle" && state.kind === "executing" ? { ...event, attemptId: state.attemptId } : event;
}

function takenForUnsent(intent: Intent, event: IntentEvent): IntentEvent {
  const failure = { code: "lease_lost", message: "Nobody reported back." };
  if (event.type === "lose_lease" && intent.state.kind === "executing" && event.at >= intent.state.leaseUntil) {
    const { at, jitter } = event;
    const { attemptId } = intent.state;
    return { type: "settle", at, attemptId, fence: intent.fence, outcome: { class: "not_sent", failure }, jitter };
  }
  if (event.type !== "settle" || event.outcome.class !== "unknown") return event;
  return { ...event, outcome: { ...event.outcome, class: "not_sent" } };
}

function askedLate(event: IntentEvent): IntentEvent {
  return event.type === "probe" ? { ...event, askedAt: Number.POSITIVE_INFINITY } : event;
}
