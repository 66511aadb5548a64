import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { DecisionBody } from "@/lib/wire/decision";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";
import type { Problem } from "@/lib/wire/problem";
import { morePeopleDo } from "./people-words";
import { STATE_WORDS } from "./state-words";

type Verdict = DecisionBody["verdict"];

/** What came of a decision that was taken. */
export function decidedWords(verdict: Verdict, intent: Pick<IntentDto, "state" | "hold">): AnswerWords {
  if (verdict === "deny") {
    return { tone: "info", title: "You denied this intent", body: "Nothing ran. Your reason goes back to the agent." };
  }
  if (intent.hold?.approvalsNeeded === 0) {
    return {
      tone: "good",
      title: "You approved this intent",
      body: "Exactly the args that you saw run after a resume.",
    };
  }
  if (intent.state === "held" && intent.hold !== undefined) {
    const missingCount = intent.hold.approvalsNeeded - intent.hold.approvalsGiven;
    const people = morePeopleDo(missingCount, ["approves", "approve"]);
    return { tone: "info", title: "Your approval is recorded", body: `It runs when ${people} it too.` };
  }
  return { tone: "good", title: "You approved this intent", body: "Exactly the args that you saw are cleared to run." };
}

const CODE_WORDS: Record<string, string> = {
  args_changed: "What would run has changed since this page showed it. Look at it again before you decide.",
  hold_changed:
    "It is held anew since this page showed it: a drift came, a limit was passed, or an approval was taken back. Look at it again before you decide.",
  not_in_batch: "It is of high value or cannot be taken back: it is approved by itself, not in a batch.",
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
      body: "No answer came that says so. What is true is shown as soon as one does; decide again only if it is still held.",
    },
    say: (problem) => CODE_WORDS[problem.code] ?? lostRaceWords(problem, current),
  });
}

/** Whether somebody decides anew on what the screen shows, instead of being told that it is over. */
export function isChangedSince(error: unknown): boolean {
  return error instanceof ProblemError && ["args_changed", "hold_changed"].includes(error.problem.code);
}

/** Whether there was nothing left to decide. */
export function isLostRace(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "wrong_state";
}

/** Where nobody decided before: there is nothing to look at again either. */
const ENDED_WORDS: Partial<Record<IntentDto["state"], string>> = {
  expired: "Its time was over before your decision arrived: nothing ran. The agent may submit it again.",
  withdrawn: "The agent took it back before your decision arrived: nothing ran.",
  refused: "A policy rule said no before your decision arrived: nothing ran.",
};

/** Who was first, in the server's words; without a person, what it is now. */
function lostRaceWords({ code, title, detail }: Problem, current: IntentDto | undefined): string | null {
  if (code !== "wrong_state") return null;
  const ended = current && ENDED_WORDS[current.state];
  if (ended !== undefined) return ended;
  const isKnown = current !== undefined && current.state !== "held";
  const now = isKnown ? ` it is ${STATE_WORDS[current.state].word.toLowerCase()} now.` : "";
  if (detail !== undefined) return `It was decided before you:${now} ${inLocalTime(detail)}`;
  if (isKnown) return `It was decided before you:${now} ${STATE_WORDS[current.state].meaning}`;
  return `${title} There is nothing left to decide.`;
}

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/;
const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });

/** Only the first is the server's own: what people wrote stays as they wrote it. */
function inLocalTime(text: string): string {
  return text.replace(INSTANT, (at) => LOCAL.format(new Date(at)));
}
