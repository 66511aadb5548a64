import { type AnswerWords, notDoneWords } from "@/components/answer-words";

/** Heads the list. */
export function restingTitle(count: number): string {
  return count === 1 ? "1 downstream does not answer" : `${count.toLocaleString()} downstreams do not answer`;
}

export const RESTING_MEANING =
  "What waits for it is not lost, and waiting uses up no retry. It is tried again by itself; everything goes on once it answers.";

const COUNTED_MAX = 1_000;

/** Ends with a full stop. */
export function waitingWords(count: number): string {
  if (count === 0) return "Nothing waits for it: the next intent of this tool tries it.";
  if (count === 1) return "1 intent waits.";
  return `${count.toLocaleString()}${count >= COUNTED_MAX ? " or more" : ""} intents wait.`;
}

export function triedWords(origin: string): AnswerWords {
  return {
    tone: "info",
    title: "It is being tried now",
    body: `If ${origin} answers, it leaves this list and what waits runs. If not, it rests again.`,
  };
}

const CODE_WORDS: Record<string, string> = {
  not_found: "It no longer rests: it answers again, or its worker has stopped.",
  role_required: "Your role does not allow it. Ask an approver or an admin.",
};

export function notTriedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "Nothing was tried",
    unanswered: {
      title: "It is not known whether it is being tried",
      body: "No answer came that says so. Press it again: a second try does no harm.",
    },
    say: ({ code }) => CODE_WORDS[code],
  });
}
