/** Mistakes in when people are told that a hold nears its end, and in what keeps its clock. */
import type { Mutant } from "./mutant";

const file = "transition/decide.ts";
const EARLY = 'if (event.at < from) return refuse({ code: "escalation_early", from });';
const OVER = 'if (event.at >= expiresAt) return refuse({ code: "hold_expired", expiresAt });';

export const ESCALATE_MUTANTS: Mutant[] = [
  {
    file,
    law: "escalation",
    mistake: "people are told again and again",
    from: 'if (escalatedAt !== null) return refuse({ code: "already_escalated", escalatedAt });',
    to: "",
  },
  { file, law: "escalation", mistake: "people are told of a hold that is over", from: OVER, to: "" },
  {
    file,
    law: "escalation",
    mistake: "people are told at the instant of expiry",
    from: OVER,
    to: OVER.replace(">=", ">"),
  },
  { file, law: "escalation", mistake: "people are told too early", from: EARLY, to: "" },
  {
    file,
    law: "escalation",
    mistake: "people are told one millisecond late",
    from: EARLY,
    to: EARLY.replace("event.at < from", "event.at <= from"),
  },
  {
    file,
    law: "escalation",
    mistake: "telling people voids what was approved",
    from: "hold: { ...state.hold, escalatedAt: event.at }",
    to: "hold: { ...state.hold, approvals: [], escalatedAt: event.at }",
  },
  {
    file,
    law: "escalation",
    mistake: "telling people prolongs the hold",
    from: "hold: { ...state.hold, escalatedAt: event.at }",
    to: "hold: { ...state.hold, expiresAt: expiresAt + event.marginMs, escalatedAt: event.at }",
  },
  {
    file,
    law: "escalation",
    mistake: "an approval forgets that people were told",
    from: "reasons, since, expiresAt, escalatedAt, ...told, approvals }",
    to: "reasons, since, expiresAt, escalatedAt: null, ...told, approvals }",
  },
  {
    file,
    law: "escalation",
    mistake: "a choice of variant sets the clock of the hold anew",
    from: "reasons, since, expiresAt, escalatedAt, ...told, approvals }",
    to: "reasons, since: event.at, expiresAt, escalatedAt, ...told, approvals }",
  },
  {
    file,
    law: "escalation",
    mistake: "an undone approval is never told of again",
    from: "expiresAt: event.expiresAt, escalatedAt: null }",
    to: "expiresAt: event.expiresAt }",
  },
  {
    file: "hold.ts",
    law: "escalation",
    mistake: "a renewed hold is never told of again",
    from: "escalatedAt: null,",
    to: "escalatedAt: before.escalatedAt,",
  },
];
