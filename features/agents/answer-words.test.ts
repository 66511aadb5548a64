import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import { type AgentAction, doneWords, notDoneWordsOf } from "./answer-words";

const ACTIONS: AgentAction[] = ["revoke", "disable", "pause", "resume", "change", "create", "rotate"];

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
  expect(titles[1]).toMatch(/ not /);
  expect(titles[2]).toMatch(/^It is not known/);
});

test("a lost answer about a new key says what to do with a key that nobody has", () => {
  expect(notDoneWordsOf("rotate", problem(0, "unreachable")).body).toMatch(/revoke one that nobody has/);
});
