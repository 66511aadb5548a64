import { formatDuration } from "@/components/duration";
import { ProblemError } from "@/lib/wire/fetch-json";

/** Why signing in did not work, in a sentence, and what to do. Never says which of the two was wrong. */
export function signInWords(error: unknown): string {
  if (!(error instanceof ProblemError)) return "This page made a mistake. Reload it and try again.";
  const { problem, retryAfterMs } = error;
  if (problem.status === 401) return "This e-mail address and password do not belong together. Try again.";
  if (problem.status === 429) {
    const wait = retryAfterMs === null ? "a few minutes" : formatDuration(retryAfterMs);
    return `There were too many tries. Wait ${wait}, then try again.`;
  }
  if (problem.code === "unreachable") {
    return "Interlock did not answer. Check that it is running and that you are connected, then try again.";
  }
  return `${error.message} ${problem.correctiveAction}`;
}
