import type { IntentState } from "@/lib/wire/intent";
import type { AnswerWords } from "./answer-words";
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
  held: { tone: "info", title: "Your approval no longer counts", body: "It is held again: look at why it waits now." },
};

/** What has become, since, of what an operator approved. */
export function movedOnWords(state: IntentState): AnswerWords {
  return MOVED_ON[state] ?? { tone: "info", title: TITLE, body: STATE_WORDS[state].meaning };
}
