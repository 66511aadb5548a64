import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import { getPreferences } from "@/components/preferences";

const CODE_WORDS: Record<string, string> = {
  undo_over: "The time to take it back is over: it runs.",
  wrong_state: "It is no longer waiting to run.",
  frozen: "An attempt may already have acted.",
  role_required: "Your role is not enough to take it back.",
};

/** Keys are named only where they do something. */
export function undoHint(): string {
  return getPreferences().shortcuts ? "Press Z to take it back." : "It can still be taken back.";
}

/** Why an approval was not taken back. */
export function notUndoneWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "Not taken back",
    unanswered: {
      title: "It is not known whether it was taken back",
      body: "No answer came. Look at the intent to see what is true.",
    },
    say: ({ code }) => CODE_WORDS[code],
  });
}
