import type { AnswerWords } from "@/components/answer-words";
import type { IntentDto, IntentState } from "@/lib/wire/intent";
import { decidedWords } from "./decision-words";
import { STATE_WORDS } from "./state-words";

const TITLE = "You approved this intent";

const MOVED_ON: Partial<Record<IntentState, AnswerWords>> = {
  executing: { tone: "good", title: TITLE, body: "Exactly the args that you saw are being performed now." },
  succeeded: { tone: "good", title: TITLE, body: "Exactly the args that you saw ran." },
  partial: { tone: "warn", title: TITLE, body: "Exactly the args that you saw ran, and only a part of it happened." },
  failed: { tone: "warn", title: TITLE, body: "Exactly the args that you saw were tried, and it failed." },
  in_doubt: {
    tone: "warn",
    title: TITLE,
    body: "Exactly the args that you saw were sent, and nobody knows whether it happened.",
  },
};

const NO_MORE: AnswerWords = {
  tone: "info",
  title: "Your approval no longer counts",
  body: "It is held anew: look at why it waits now.",
};

type Approved = Pick<IntentDto, "state" | "hold">;

/** What has become by now of what an operator approved; it does not stay what it was when the answer came. */
export function approvedWords(intent: Approved, operatorId: string | null): AnswerWords {
  const { state, hold } = intent;
  if (state === "held") {
    const counts = operatorId === null || hold?.approvedBy === undefined || hold.approvedBy.includes(operatorId);
    return counts ? decidedWords("approve", intent) : NO_MORE;
  }
  if (state === "cleared") return decidedWords("approve", intent);
  return MOVED_ON[state] ?? { tone: "info", title: TITLE, body: STATE_WORDS[state].meaning };
}
