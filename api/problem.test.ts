import { expect, test } from "vitest";
import { ConflictError, NotFoundError, RefusedError } from "@/lib/application/errors";
import { problemAnswer } from "./problem";

const fixOf = (error: unknown) => problemAnswer(error, "https://x.example").body.correctiveAction;

test("a digest that is not of what was chosen: the fix says which digest to send", () => {
  const error = new RefusedError({ code: "args_changed", argsDigest: "d" }, "int_1");
  expect(fixOf(error)).toContain("With `submissionId`, send the `argsDigest` of the submission that you choose.");
});

test("too many derivations: the fix names no intent, for there is none", () => {
  const fix = fixOf(new ConflictError("too_many_derivations", "x"));
  expect(fix).toContain("max_locks_per_transaction");
  expect(fix).not.toContain("intentId");
});

test("what is not found without an id says itself what to check", () => {
  expect(fixOf(new NotFoundError("not_found", "x"))).toBe("Check the id.");
  expect(fixOf(new NotFoundError("not_found", "x", "Look at the list."))).toBe("Look at the list.");
});
