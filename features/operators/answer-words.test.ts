import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import { doneWords, notDoneWordsOf, type OperatorAction } from "./answer-words";

const ACTIONS: OperatorAction[] = ["create", "change", "disable", "token", "revoke"];

function problem(status: number, code: string): ProblemError {
  const words = { title: "A title", detail: "What happened.", correctiveAction: "What to do." };
  return new ProblemError({ type: "about:blank", status, code, retriable: false, ...words });
}

test.each(ACTIONS)("%s: done, refused and unanswered never read alike", (action) => {
  const titles = [
    doneWords(action).title,
    notDoneWordsOf(action, problem(409, "conflict")).title,
    notDoneWordsOf(action, problem(0, "unreachable")).title,
  ];
  expect(new Set(titles).size).toBe(3);
  expect(titles[2]).toMatch(/^It is not known/);
});

test("the last admin is told why, and what to do first", () => {
  expect(notDoneWordsOf("disable", problem(409, "last_admin"))).toMatchObject({
    title: "The operator was not disabled",
    body: expect.stringMatching(/last admin.*Make somebody else an admin first/),
  });
});
