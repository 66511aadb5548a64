/**
 * A question that stands open while the world goes on: somebody else decides, a drift comes, the time runs out. What was
 * asked is then no longer what would be answered (L10), and the question says so by itself.
 */
import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import { STATE_WORDS } from "../words/state-words";

/** What somebody is asked about, as it was when they were asked. */
export type AskedAbout = {
  id: string;
  argsDigest: string;
  hold?: HoldDto | undefined;
  /** Where the question is about other args than those that would run: the digest of those that would. */
  insteadOf?: string | undefined;
};

/** `decided`: by a person, and who that was is worth knowing. */
export type Overtaken = { kind: "decided" | "ended" | "changed" | "past"; title: string; body: string };

type Now = Pick<IntentDto, "state" | "argsDigest" | "hold">;

/** Whether a person's word made it what it is, whatever one of them said before. */
export function isByPerson(state: IntentDto["state"]): boolean {
  return !["refused", "expired", "withdrawn"].includes(state);
}

/** Null: it still stands as it was asked. `isPast`: nobody decides any more, whether or not a sweeper has come. */
export function overtakenWords(asked: AskedAbout, now: Now, isPast: boolean): Overtaken | null {
  if (now.state !== "held") {
    const { word, meaning } = STATE_WORDS[now.state];
    const kind = isByPerson(now.state) ? "decided" : "ended";
    return { kind, title: "It waits no more", body: `${word}. ${meaning}` };
  }
  if (now.hold?.approvalsNeeded === 0) {
    return { kind: "ended", title: "There is nothing left to decide", body: "It runs after a resume." };
  }
  if (now.argsDigest !== (asked.insteadOf ?? asked.argsDigest)) {
    return { kind: "changed", title: "What would run has changed", body: `Somebody chose other args. ${LOOK}` };
  }
  if (now.hold?.since !== asked.hold?.since) return { kind: "changed", ...heldAnew(asked, now) };
  return isPast ? { kind: "past", title: "The time to decide is over", body: "It expires; nothing runs." } : null;
}

const LOOK = "Close this and look at it again before you decide.";

function heldAnew(asked: AskedAbout, { hold }: Now): { title: string; body: string } {
  const isDrift = hold?.reasons.includes("drift") && !asked.hold?.reasons.includes("drift");
  return isDrift
    ? { title: "A drift arrived", body: `It was submitted again with other values. ${LOOK}` }
    : { title: "It is held anew", body: `Other values came, or an approval was taken back. ${LOOK}` };
}
