import { type AnswerWords, notDoneWords } from "@/components/answer-words";

export const REVOKED: AnswerWords = {
  tone: "good",
  title: "The grant is revoked",
  body: "It clears nothing more. What it cleared before stays as it is.",
};

const ROLE_REQUIRED = "You are no longer an admin. Ask one.";

export function notRevokedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "The grant was not revoked",
    unanswered: {
      title: "It is not known whether the grant was revoked",
      body: "No answer came that says so. Look at its state before you try again.",
    },
    say: ({ code }) => (code === "role_required" ? ROLE_REQUIRED : null),
  });
}

export function notGivenWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "The grant was not given",
    unanswered: {
      title: "It is not known whether the grant was given",
      body: "No answer came that says so. Look whether it is in the list before you try again.",
    },
    say: ({ code }) => (code === "role_required" ? ROLE_REQUIRED : null),
  });
}
