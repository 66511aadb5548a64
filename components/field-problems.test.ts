import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import { hasFieldProblems, messageAt, messagesBeside } from "./field-problems";

const error = new ProblemError({
  type: "about:blank",
  title: "Invalid",
  status: 400,
  code: "invalid_request",
  retriable: false,
  correctiveAction: "Correct it.",
  errors: [
    { pointer: "/labels/a~1b", message: "Expected a string." },
    { pointer: "/name", message: "Expected at least 1 character." },
    { pointer: "/nameless", message: "There is no such member." },
  ],
});

test("a message is shown at its own field, or at the one that contains it", () => {
  expect(messageAt(error, "/name")).toBe("Expected at least 1 character.");
  expect(messageAt(error, "/labels")).toBe("Expected a string.");
  expect(messageAt(error, "/tools")).toBeNull();
});

test("what no field of the form can show is not lost", () => {
  expect(messagesBeside(error, ["/name", "/labels"])).toEqual(["There is no such member."]);
});

test("what is no refusal by field has nothing to say here", () => {
  expect(hasFieldProblems(error)).toBe(true);
  expect(hasFieldProblems(new Error("x"))).toBe(false);
  expect(messageAt(null, "/name")).toBeNull();
});
