/** The contract format's own complaints as errors: each at the member that is wrong, with what was expected there. */
import type { z } from "zod";
import { appendToken } from "../pointer";
import type { ContractError } from "./contract-error";

type Issue = z.core.$ZodIssue;

const ERRORS_MAX = 50;

export function shapeErrors(issues: readonly Issue[]): ContractError[] {
  return issues.flatMap(toErrors).slice(0, ERRORS_MAX);
}

function toErrors(issue: Issue): ContractError[] {
  const pointer = issue.path.reduce((at: string, part) => appendToken(at, String(part)), "");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((name) => ({
      pointer: appendToken(pointer, name),
      message: `Expected no member ${JSON.stringify(name)} here: a contract has none of that name.`,
    }));
  }
  if (issue.code === "invalid_key") return issue.issues.map(({ message }) => ({ pointer, message }));
  return [{ pointer, message: issue.message }];
}
