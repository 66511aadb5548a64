import type { DecisionBody, IntentDto } from "@/lib/wire/intent";
import { type AnswerWords, morePeople, notDoneWords } from "./answer-words";
import { STATE_WORDS } from "./state-words";

type Verdict = DecisionBody["verdict"];

/** What came of a decision that was taken. */
export function decidedWords(verdict: Verdict, intent: IntentDto): AnswerWords {
  if (verdict === "deny") {
    return { tone: "info", title: "You denied this intent", body: "Nothing ran. Your reason goes back to the agent." };
  }
  if (intent.state === "held" && intent.hold !== undefined) {
    const people = morePeople(intent.hold.approvalsNeeded - intent.hold.approvalsGiven);
    return { tone: "info", title: "Your approval is recorded", body: `It runs when ${people} approved it.` };
  }
  return { tone: "good", title: "You approved this intent", body: "Exactly the args shown below are cleared to run." };
}

const CODE_WORDS: Record<string, string> = {
  args_changed: "What would run has changed since this page showed it. Look at it again before you decide.",
  hold_expired: "The hold ran out before your decision arrived. The agent may submit it again.",
  already_approved: "You approved it before. The next approval must come from another person.",
  role_required: "Your role is not enough for this hold. Ask somebody with a higher one.",
  frozen: "An attempt may already have acted, so its args can no longer be decided on.",
  superseded: "A newer generation of this intent took its place.",
};

/** What came of a decision that was refused or lost; says first that nothing was decided, where that is known. */
export function undecidedWords(verdict: Verdict, error: unknown, current: IntentDto | undefined): AnswerWords {
  return notDoneWords(error, {
    title: verdict === "approve" ? "You did not approve this intent" : "You did not deny this intent",
    unanswered: {
      title: "It is not known whether your decision arrived",
      body: "No answer came that says so. The state above shows what is true as soon as one does; decide again only if it is still held.",
    },
    say: ({ code }) => CODE_WORDS[code] ?? stateWords(code, current),
  });
}

function stateWords(code: string, current: IntentDto | undefined): string | null {
  if (code !== "wrong_state" || current === undefined || current.state === "held") return null;
  const { word, meaning } = STATE_WORDS[current.state];
  return `It was decided before you: it is ${word.toLowerCase()} now. ${meaning}`;
}
