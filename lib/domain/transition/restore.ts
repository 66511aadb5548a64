/**
 * The store went back in time: a backup was put back, or a copy that lagged behind took over. What the record says of an
 * intent may be older than what a worker did.
 *
 * R1  All that could have run since the copy was made is in doubt: what was cleared or executing. A doubt stays one, and
 *     what people said about it before is void, because it was said of another past.
 * R2  A worker that still performs a lost attempt has its time-out at most: only after that does absence count (L5).
 * R3  An admin may release what no attempt and no witness speaks against; what may have been sent keeps its doubt (L1).
 */
import { type EventOf, move, refuse, type Transition, wrongState } from "../event";
import { type Failure, type Intent, roleSuffices, STORE_RESTORED, type StateOf } from "../intent";
import { clearedAgain } from "./doubt";
import { doubt } from "./execute";

const RESTORED: Failure = {
  code: STORE_RESTORED,
  message: "The database was restored to an earlier state; this action may have run after the copy was made.",
  correctiveAction: "Wait for the outcome, or ask an operator to look it up in the downstream.",
};

export function storeRestored(intent: Intent, event: EventOf<"store_restored">): Transition {
  const { state, terms } = intent;
  // A read that ran twice did no harm.
  if (terms.harmless) return wrongState(intent);
  if (state.kind === "in_doubt") {
    // Asked anew at once: an earlier probe may have put the next question off by hours.
    const nextProbeAt = terms.probe === null ? null : event.at;
    return move(intent, {
      attempts: withLostAttempt(intent, event),
      state: { ...state, nextProbeAt, probing: null, statements: [] },
    });
  }
  if (state.kind !== "cleared" && state.kind !== "executing") return wrongState(intent);
  const suspected: Intent = { ...intent, attempts: withLostAttempt(intent, event) };
  return move(suspected, { state: doubt(suspected, state, RESTORED, event.at) }); // R1
}

function withLostAttempt({ attempts, state, terms }: Intent, { at, claimedAt }: EventOf<"store_restored">) {
  // What the copy knows is older than all that was lost.
  const firstStartedAt = attempts.firstStartedAt ?? claimedAt;
  const lastEndedAt = Math.max(attempts.lastEndedAt ?? 0, at + terms.timeoutMs); // R2
  const countedCount = attempts.countedCount + (state.kind === "executing" ? 1 : 0);
  return { countedCount, mayHaveActed: true, firstStartedAt, lastEndedAt };
}

export function release(intent: Intent, event: EventOf<"release">): Transition {
  const { state, attempts } = intent;
  if (!isReleasable(intent, state)) return wrongState(intent);
  if (!roleSuffices(event.role, "admin")) return refuse({ code: "role_required", role: "admin" });
  const fresh = { ...attempts, mayHaveActed: false, countedCount: 0 };
  return move(intent, { attempts: fresh, state: clearedAgain(state, event.at) });
}

/** R3 */
function isReleasable({ attempts }: Intent, state: Intent["state"]): state is StateOf<"in_doubt"> {
  return state.kind === "in_doubt" && state.failure.code === STORE_RESTORED && attempts.firstStartedAt === null;
}
