import { ProblemError } from "@/lib/wire/fetch-json";
import { SIGN_IN_PATH, signInPath } from "./next-path";

export function isSignedOut(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 401;
}

/** A whole page load, so that nothing the last operator saw stays in memory. */
export function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (pathname === SIGN_IN_PATH) return;
  window.location.assign(signInPath(`${pathname}${search}${hash}`));
}
