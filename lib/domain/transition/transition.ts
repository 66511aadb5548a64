/** The state machine: pure, total, and the only code that may say what an intent becomes. */
import type { IntentEvent, Transition } from "../event";
import type { Intent } from "../intent";
import { approve, deny, escalate, expire, rehold, undo, withdraw } from "./decide";
import { probe, resolve } from "./doubt";
import { claim, loseLease, settle } from "./execute";
import { release, storeRestored } from "./restore";
import { drift, repeat, supersede } from "./submit";

export function transition(intent: Intent, event: IntentEvent): Transition {
  switch (event.type) {
    case "repeat":
      return repeat(intent, event);
    case "drift":
      return drift(intent, event);
    case "approve":
      return approve(intent, event);
    case "deny":
      return deny(intent, event);
    case "escalate":
      return escalate(intent, event);
    case "expire":
      return expire(intent, event);
    case "withdraw":
      return withdraw(intent, event);
    case "undo":
      return undo(intent, event);
    case "rehold":
      return rehold(intent, event);
    case "claim":
      return claim(intent, event);
    case "settle":
      return settle(intent, event);
    case "lose_lease":
      return loseLease(intent, event);
    case "probe":
      return probe(intent, event);
    case "resolve":
      return resolve(intent, event);
    case "store_restored":
      return storeRestored(intent, event);
    case "release":
      return release(intent, event);
    case "supersede":
      return supersede(intent, event);
  }
}
