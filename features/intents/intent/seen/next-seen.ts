/**
 * What the operator decides on is what was on the screen, not what the screen has just become (L10).
 *
 *  S1 What was shown stays what is shown while it waits, until the operator asks for the new one: a button never
 *     changes its meaning under somebody's hand.
 *  S2 Whatever cannot be decided on is simply followed, and so is what the operator changed by themselves.
 */
import type { IntentDto } from "@/lib/wire/intent";

type Followed = {
  intent: IntentDto;
  /** What the operator's own decisions were answered with. */
  own: readonly IntentDto[];
};

/** Null before anything was shown that may be decided on. */
export function nextSeen(seen: IntentDto | null, { intent, own }: Followed): IntentDto {
  if (seen === null || !isDecidable(seen) || !isDecidable(intent)) return intent;
  if (isSameProposal(seen, intent)) return intent;
  return own.some((answer) => isSameProposal(answer, intent)) ? intent : seen;
}

/** The same args under the same hold. A hold that began anew means that other values were asked for meanwhile. */
export function isSameProposal(left: IntentDto, right: IntentDto): boolean {
  return left.argsDigest === right.argsDigest && left.hold?.since === right.hold?.since;
}

/** A pause alone leaves nothing to decide. */
function isDecidable({ state, hold }: IntentDto): boolean {
  return state === "held" && hold !== undefined && hold.approvalsNeeded > 0;
}
