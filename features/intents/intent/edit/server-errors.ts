import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { FieldError } from "@/lib/wire/problem";

/** What the server says about the fields of a body that it refused. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  return error instanceof ProblemError ? (error.problem.errors ?? []) : [];
}

/** Why nobody knows yet what the typed args are about; nothing was asked for but that. */
export function uncheckedWords(error: unknown): AnswerWords {
  const title = "Your edit could not be read";
  const body = "No answer came. What you typed is still here: try again.";
  return notDoneWords(error, { title, unanswered: { title, body }, say: () => null });
}
