/** Before a hold fails closed, people are told: once, while there is time left to decide. */
import type { Hold } from "./intent";

export const ESCALATION_MARGIN_MAX_MS = 3_600_000;
/** A short hold is told of in this last part of it. */
export const ESCALATION_SHARE = 1 / 4;

/** How long before its end: an hour, or its share of the time that the hold had when its clock was last set. */
export function escalationMarginMs(hold: Pick<Hold, "since" | "expiresAt">): number {
  return Math.min(ESCALATION_MARGIN_MAX_MS, Math.max(0, hold.expiresAt - hold.since) * ESCALATION_SHARE);
}
