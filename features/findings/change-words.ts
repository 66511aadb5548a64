import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { FindingState } from "./finding-filter";

const DONE: Record<FindingState, AnswerWords> = {
  acknowledged: {
    tone: "good",
    title: "You acknowledged this finding",
    body: "It is on record that you look at it. Resolve it when you know what came of it.",
  },
  resolved: { tone: "good", title: "You resolved this finding", body: "Your note is kept with it, under your name." },
  open: { tone: "good", title: "You opened this finding again", body: "It waits for somebody once more." },
};

const NOT_DONE: Record<FindingState, string> = {
  acknowledged: "You did not acknowledge this finding",
  resolved: "You did not resolve this finding",
  open: "You did not open this finding again",
};

export function changedWords(state: FindingState): AnswerWords {
  return DONE[state];
}

/** Of two who say what came of it at once, one is told who was first. */
export function unchangedWords(state: FindingState, error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: NOT_DONE[state],
    unanswered: {
      title: "It is not known whether this finding was changed",
      body: "No answer came that says so. What is true is shown here as soon as one does; change it again only if it still is as it was.",
    },
    say: ({ code, detail }) =>
      code === "finding_changed" && detail !== undefined
        ? `${inLocalTime(detail)} Look at what it says now before you decide.`
        : null,
  });
}

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });

function inLocalTime(sentence: string): string {
  return sentence.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (instant) => LOCAL.format(new Date(instant)));
}
