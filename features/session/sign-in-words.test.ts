import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import { signInWords } from "./sign-in-words";

function problem(status: number, code: string, retryAfterMs: number | null = null): ProblemError {
  const words = { title: "A title", detail: "What happened.", correctiveAction: "What to do." };
  return new ProblemError({ type: "about:blank", status, code, retriable: false, ...words }, retryAfterMs);
}

test("wrong credentials never say which of the two was wrong", () => {
  expect(signInWords(problem(401, "unauthorized"))).toMatch(/do not belong together/);
});

test("too many tries say how long to wait, where the server said so", () => {
  expect(signInWords(problem(429, "too_many_requests", 90_000))).toContain("Wait 1 min 30 s");
  expect(signInWords(problem(429, "too_many_requests"))).toContain("Wait a few minutes");
});

test("a server that cannot be reached is not blamed on the password", () => {
  expect(signInWords(problem(0, "unreachable"))).toMatch(/did not answer/);
});

test("any other refusal is told in the server's own words", () => {
  expect(signInWords(problem(503, "store_unavailable"))).toBe("What happened. What to do.");
});
