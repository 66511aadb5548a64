/**
 * In doubt: a probe or a person says what happened. Presence counts at once; absence only when the last request can
 * no longer land (`probe.absentAfter`), because "not there yet" is not "never will be" (L5).
 */
import { type EventOf, move, refuse, type Transition, wrongState } from "../event";
import { type Intent, PROBE_INTERVAL_MS, roleSuffices, type StateOf } from "../intent";

type InDoubt = StateOf<"in_doubt">;

export function probe(intent: Intent, event: EventOf<"probe">): Transition {
  const { state, terms, attempts } = intent;
  if (state.kind !== "in_doubt" || terms.probe === null) return wrongState(intent);
  if (event.result.kind === "present") {
    const { effectId, result } = event.result;
    return move(intent, { state: { kind: "succeeded", effectId, result, endedAt: event.at } });
  }
  const provenAfter = (attempts.lastEndedAt ?? state.since) + terms.probe.absentAfterMs;
  if (event.result.kind === "unknown" || event.at < provenAfter) {
    const nextProbeAt = event.result.kind === "absent" ? provenAfter : event.at + PROBE_INTERVAL_MS;
    return move(intent, { state: { ...state, nextProbeAt } });
  }
  const proven: Intent = { ...intent, attempts: { ...attempts, mayHaveActed: false } };
  if (attempts.countedCount <= terms.retries.max) return move(proven, { state: clearedAgain(state, event.at) });
  return move(proven, { state: { kind: "failed", transient: true, failure: state.failure, endedAt: event.at } });
}

export function resolve(intent: Intent, event: EventOf<"resolve">): Transition {
  const { state, attempts } = intent;
  if (state.kind !== "in_doubt") return wrongState(intent);
  if (!roleSuffices(event.role, "approver")) return refuse({ code: "role_required", role: "approver" });
  if (event.outcome === "executed") {
    return move(intent, { state: { kind: "succeeded", effectId: event.effectId, result: null, endedAt: event.at } });
  }
  if (event.then === "fail") {
    const failure = { code: "not_executed", message: "An operator found that nothing happened and ended the intent." };
    const vouched = { ...attempts, mayHaveActed: false };
    return move(intent, { attempts: vouched, state: { kind: "failed", transient: false, failure, endedAt: event.at } });
  }
  // A person vouches that nothing happened: the key goes out again with a fresh retry budget.
  const fresh = { ...attempts, mayHaveActed: false, countedCount: 0 };
  return move(intent, { attempts: fresh, state: clearedAgain(state, event.at) });
}

function clearedAgain(state: InDoubt, dueAt: number): StateOf<"cleared"> {
  return {
    kind: "cleared",
    clearedBy: state.clearedBy,
    argsDigest: state.argsDigest,
    dueAt,
    undoUntil: null,
    lifted: null,
  };
}
