import { ProblemError } from "@/lib/wire/fetch-json";
import type { Problem } from "@/lib/wire/problem";

/** What came of something that an operator asked for. */
export type AnswerWords = { tone: "good" | "info" | "warn" | "bad"; title: string; body: string };

type NotDone = {
  /** Says first that nothing was done. */
  title: string;
  /** No answer says so: then nobody can. */
  unanswered: { title: string; body: string };
  /** What the operator's own words for a refusal are, where there are any. */
  say?: (problem: Problem) => string | null | undefined;
};

/** No answer says whether it was done: only a 4xx says that nothing was. Behind a 5xx, or what nobody can read, it may have been. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false;
  const { code, status } = error.problem;
  return code === "unreachable" || status < 400 || status > 499;
}

/** A refusal, a lost answer, or our own mistake; never one told as the other. */
export function notDoneWords(error: unknown, { title, unanswered, say }: NotDone): AnswerWords {
  if (!(error instanceof ProblemError)) return { tone: "bad", title, body: "This page made a mistake. Reload it." };
  const { problem } = error;
  if (isUnanswered(error)) return { tone: "bad", ...unanswered };
  return { tone: "warn", title, body: say?.(problem) ?? `${error.message} ${problem.correctiveAction}` };
}
