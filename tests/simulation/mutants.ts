/**
 * Bugs planted on purpose: the simulation is worth what it finds. Each is exactly what leaving the rule out would do.
 *
 *   no_fence             E2 left out: whoever settles is heard
 *   no_attempt_check     E2 left out by half: a settle of a claim that was never committed is heard
 *   blind_retry          L5 left out: an unknown outcome is taken for "nothing was sent"
 *   effect_before_claim  L4 left out: the claim is committed with the outcome, not before the effect (`worker`)
 *   no_last_look         the deadline is not looked at again right before sending (`downstream`)
 */
import type { IntentEvent } from "@/lib/domain/event";
import type { Intent } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import type { Mutant } from "./plan";

export function decideWith(mutant: Mutant | null): typeof transition {
  if (mutant === "no_fence") return (intent, event) => transition(intent, unfenced(intent, event));
  if (mutant === "no_attempt_check") return (intent, event) => transition(intent, asTheCurrentOne(intent, event));
  if (mutant === "blind_retry") return (intent, event) => transition(intent, takenForUnsent(intent, event));
  return transition;
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
