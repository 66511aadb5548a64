import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import { notDoneWords } from "./answer-words";

const WORDS = {
  title: "The key was not revoked",
  unanswered: { title: "It is not known whether the key was revoked", body: "Look at the list." },
};

function problem(status: number, code: string): ProblemError {
  const words = { title: "A title", detail: "What happened.", correctiveAction: "What to do." };
  return new ProblemError({ type: "about:blank", status, code, retriable: false, ...words });
}

test("a refusal says that nothing was done, why, and what to do", () => {
  const words = notDoneWords(problem(409, "agent_disabled"), WORDS);
  expect(words).toEqual({ tone: "warn", title: WORDS.title, body: "What happened. What to do." });
});

test("a refusal that the screen has words for is told in those", () => {
  const say = ({ code }: { code: string }) => (code === "last_admin" ? "Make somebody else an admin first." : null);
  expect(notDoneWords(problem(409, "last_admin"), { ...WORDS, say }).body).toBe("Make somebody else an admin first.");
  expect(notDoneWords(problem(409, "other"), { ...WORDS, say }).body).toBe("What happened. What to do.");
});

test.each([
  ["nobody answered", problem(0, "unreachable")],
  ["the server failed half way", problem(500, "internal_error")],
  ["the answer could not be read", problem(200, "unexpected_answer")],
])("%s: it is not known, and no refusal is claimed", (_name, error) => {
  expect(notDoneWords(error, WORDS)).toEqual({ tone: "bad", ...WORDS.unanswered });
});

test("our own mistake is not blamed on the server", () => {
  expect(notDoneWords(new TypeError("x"), WORDS).body).toMatch(/This page made a mistake/);
});
