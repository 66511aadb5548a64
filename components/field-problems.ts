/** Where in a form the server's words about a body belong. */
import { ProblemError } from "@/lib/wire/fetch-json";
import type { FieldError } from "@/lib/wire/problem";

/** What a refusal says about the field at this pointer, or about a part of it. */
export function messageAt(error: unknown, pointer: string): string | null {
  return errorsOf(error).find((one) => isUnder(one.pointer, pointer))?.message ?? null;
}

/** What it says that none of the form's fields can show. */
export function messagesBeside(error: unknown, pointers: readonly string[]): string[] {
  return errorsOf(error)
    .filter((one) => !pointers.some((pointer) => isUnder(one.pointer, pointer)))
    .map(({ message }) => message);
}

export function hasFieldProblems(error: unknown): boolean {
  return errorsOf(error).length > 0;
}

function errorsOf(error: unknown): FieldError[] {
  return error instanceof ProblemError ? (error.problem.errors ?? []) : [];
}

function isUnder(pointer: string, root: string): boolean {
  return pointer === root || pointer.startsWith(`${root}/`);
}
