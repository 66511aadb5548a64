import { expect, test } from "vitest";
import type { BypassDto } from "@/lib/wire/bypass";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";
import { notOrderedWords, orderedWords } from "./bypass-words";

const person = { id: "opr_1", name: "Ann", reason: "again", at: "2026-01-01T00:00:00.000Z" };
const order = (peopleNeeded: number) => ({ people: [person], peopleNeeded }) as BypassDto;
const intent = (more: Partial<IntentDto>) => ({ id: "int_1", state: "succeeded", ...more }) as IntentDto;

test("an order that waits says how many more people it needs, and that nothing runs", () => {
  expect(orderedWords(intent({ bypass: order(2) }), "int_1").body).toBe(
    "Nothing runs until one more person ordered it too.",
  );
  expect(orderedWords(intent({ bypass: order(4) }), "int_1").body).toContain("3 more people");
});

test("an order that was given says whether the new generation runs or waits", () => {
  expect(orderedWords(intent({ id: "int_2", state: "cleared" }), "int_1").body).toContain("cleared to run");
  expect(orderedWords(intent({ id: "int_2", state: "held" }), "int_1").body).toContain("waits for a decision");
});

test("an order that got no answer is told as not known, never as done or not done", () => {
  const problem = {
    type: "about:blank",
    title: "t",
    status: 0,
    code: "unreachable",
    retriable: true,
    correctiveAction: "c",
  };
  expect(notOrderedWords(new ProblemError(problem)).title).toBe("It is not known whether your order arrived");
  expect(notOrderedWords(new ProblemError({ ...problem, status: 409, code: "superseded" })).body).toContain("faster");
});
