import { ProblemError } from "@/lib/wire/fetch-json";
import type { FieldError } from "@/lib/wire/problem";

/** What the server says about the fields of a body that it refused. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  return error instanceof ProblemError ? (error.problem.errors ?? []) : [];
}
