import { type AnswerWords, notDoneWords } from "@/components/answer-words";

/** Heads the list. */
export function restingTitle(count: number): string {
  return count === 1 ? "1 downstream does not answer" : `${count.toLocaleString()} downstreams do not answer`;
}

export const RESTING_MEANING =
  "Actions wait: none is lost, and waiting uses up no retry. Each is tried again by itself; everything goes on once it answers.";

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
