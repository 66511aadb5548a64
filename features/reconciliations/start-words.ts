import { type AnswerWords, notDoneWords } from "@/components/answer-words";

export function notStartedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "Nothing was started",
    unanswered: {
      title: "It is not known whether it was started",
      body: "No answer came that says so. Look whether it is in the list before you start it again.",
    },
  });
}

export function notUploadedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "Nothing of the statement was kept",
    unanswered: {
      title: "It is not known whether the statement arrived",
      body: "No answer came that says so. One that did not arrive whole leaves nothing behind: look whether it is in the list before you upload it again.",
    },
  });
}

export function notStoppedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not stop it",
    unanswered: {
      title: "It is not known whether it was stopped",
      body: "No answer came that says so. Its state is shown here as soon as one does.",
    },
    say: ({ code, detail }) => (code === "reconciliation_over" && detail ? `${detail} Read what it found.` : null),
  });
}
