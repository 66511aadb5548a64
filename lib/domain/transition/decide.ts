/**
 * People decide: approve, deny, undo, withdraw, and the clock's "escalate" and "expire".
 *
 * The order of refusals is part of the contract: state, then what was on the screen (L10), then the clock, then the
 * person. A late approval is refused even if no sweeper has marked the intent yet.
 */
import { type EventOf, move, type Note, refuse, type Transition, wrongState } from "../event";
import { joinHolds } from "../hold";
import { type Hold, hasEnded, type Intent, isFrozen, roleSuffices, type StateOf } from "../intent";

export function approve(intent: Intent, event: EventOf<"approve">): Transition {
  const { state } = intent;
  if (state.kind !== "held") return wrongState(intent);
  const proposal = event.variant?.proposal ?? intent;
  if (event.argsDigest !== proposal.argsDigest) return refuse({ code: "args_changed", argsDigest: intent.argsDigest });
  const { since: heldSince } = state.hold;
  if (event.heldSince !== undefined && event.heldSince !== heldSince)
    return refuse({ code: "hold_changed", since: heldSince });
  if (event.at >= state.hold.expiresAt) return refuse({ code: "hold_expired", expiresAt: state.hold.expiresAt });
  const asked = event.variant?.hold ?? state.hold;
  if (!roleSuffices(event.role, asked.role)) return refuse({ code: "role_required", role: asked.role });
  const standing = state.hold.approvals.filter((approval) => approval.argsDigest === event.argsDigest);
  if (standing.some((approval) => approval.operatorId === event.operatorId))
    return refuse({ code: "already_approved" });

  const approvals = [
    ...standing,
    { operatorId: event.operatorId, decisionId: event.decisionId, argsDigest: event.argsDigest, at: event.at },
  ];
  // A person decided anew: the retry budget starts over.
  const attempts = { ...intent.attempts, countedCount: 0 };
  const chosen: Intent = { ...intent, ...event.variant?.proposal, attempts };
  const { reasons, since, expiresAt, escalatedAt, deniedBefore, detail } = state.hold;
  // They belong to the reasons, which stay.
  const told = { ...(deniedBefore === undefined ? {} : { deniedBefore }), ...(detail === undefined ? {} : { detail }) };
  const hold: Hold = { ...asked, reasons, since, expiresAt, escalatedAt, ...told, approvals };
  const notes: Note[] = standing.length < state.hold.approvals.length ? [{ kind: "approvals_voided" }] : [];
  if (event.overLimit !== undefined && !reasons.includes("limit")) {
    // Nobody has seen yet that it exceeds a limit: it stays held until somebody approves that too (L10). It begins
    // anew, so that a screen which does not show the limit cannot be what that somebody saw.
    const limited: Hold = {
      ...hold,
      since: event.at,
      reasons: [...reasons, "limit"],
      rule: hold.rule ?? event.overLimit,
      approvals: [],
    };
    return move(chosen, { state: { kind: "held", hold: limited } }, [{ kind: "approvals_voided" }]);
  }
  if (approvals.length < asked.approvalsNeeded) return move(chosen, { state: { kind: "held", hold } }, notes);
  return move(chosen, { state: clearedByPeople(chosen, hold, event) }, notes);
}

export function deny(intent: Intent, event: EventOf<"deny">): Transition {
  const { state } = intent;
  if (state.kind !== "held") return wrongState(intent);
  if (event.argsDigest !== undefined && event.argsDigest !== intent.argsDigest) {
    return refuse({ code: "args_changed", argsDigest: intent.argsDigest });
  }
  if (event.at >= state.hold.expiresAt) return refuse({ code: "hold_expired", expiresAt: state.hold.expiresAt });
  if (!roleSuffices(event.role, "approver")) return refuse({ code: "role_required", role: "approver" });
  return move(intent, {
    state: { kind: "denied", operatorId: event.operatorId, reason: event.reason, endedAt: event.at },
  });
}

/** Only people are told: nothing but the note of it changes, so that it is told once. */
export function escalate(intent: Intent, event: EventOf<"escalate">): Transition {
  const { state } = intent;
  if (state.kind !== "held") return wrongState(intent);
  const { expiresAt, escalatedAt } = state.hold;
  if (escalatedAt !== null) return refuse({ code: "already_escalated", escalatedAt });
  if (event.at >= expiresAt) return refuse({ code: "hold_expired", expiresAt });
  const from = expiresAt - event.marginMs;
  if (event.at < from) return refuse({ code: "escalation_early", from });
  return move(intent, { state: { kind: "held", hold: { ...state.hold, escalatedAt: event.at } } });
}

export function expire(intent: Intent, event: EventOf<"expire">): Transition {
  const { state } = intent;
  if (state.kind !== "held") return wrongState(intent);
  if (event.at < state.hold.expiresAt) return refuse({ code: "hold_not_expired", expiresAt: state.hold.expiresAt });
  return move(intent, { state: { kind: "expired", endedAt: event.at } });
}

export function withdraw(intent: Intent, event: EventOf<"withdraw">): Transition {
  if (hasEnded(intent.state)) return wrongState(intent);
  if (isFrozen(intent)) return refuse({ code: "frozen" });
  if (intent.state.kind !== "held" && intent.state.kind !== "cleared") return wrongState(intent);
  return move(intent, { state: { kind: "withdrawn", reason: event.reason, endedAt: event.at } });
}

export function undo(intent: Intent, event: EventOf<"undo">): Transition {
  if (hasEnded(intent.state)) return wrongState(intent);
  if (isFrozen(intent)) return refuse({ code: "frozen" });
  const { state } = intent;
  if (state.kind !== "cleared") return wrongState(intent);
  if (state.lifted === null || state.undoUntil === null || event.at >= state.undoUntil) {
    return refuse({ code: "undo_over", undoUntil: state.undoUntil });
  }
  if (!roleSuffices(event.role, "approver")) return refuse({ code: "role_required", role: "approver" });
  const hold: Hold = { ...state.lifted, approvals: [], since: event.at, expiresAt: event.expiresAt, escalatedAt: null };
  return move(intent, { state: { kind: "held", hold } }, [{ kind: "approvals_voided" }]);
}

export function rehold(intent: Intent, event: EventOf<"rehold">): Transition {
  if (hasEnded(intent.state)) return wrongState(intent);
  if (isFrozen(intent)) return refuse({ code: "frozen" });
  if (intent.state.kind !== "cleared") return wrongState(intent);
  return move(intent, { state: { kind: "held", hold: joinHolds(intent.state.lifted, event.hold) } }, [
    { kind: "approvals_voided" },
  ]);
}

function clearedByPeople(intent: Intent, hold: Hold, event: EventOf<"approve">): StateOf<"cleared"> {
  const dueAt = event.at + intent.terms.undoMs;
  return {
    kind: "cleared",
    clearedBy: {
      kind: "operators",
      operatorIds: hold.approvals.map((approval) => approval.operatorId),
      decisionId: event.decisionId,
    },
    argsDigest: event.argsDigest,
    dueAt,
    undoUntil: intent.terms.undoMs > 0 ? dueAt : null,
    lifted: hold,
  };
}
