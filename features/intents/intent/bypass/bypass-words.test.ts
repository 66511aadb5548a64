import { expect, test } from "vitest";
import type { BypassDto } from "@/lib/wire/bypass";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";
import {
  mayBeOrdered,
  notOrderedWords,
  notTakenBackWords,
  orderedWords,
  otherConfirmer,
  recordedWords,
} from "./bypass-words";

const person = { id: "opr_1", name: "Ann", reason: "again", at: "2026-01-01T00:00:00.000Z" };
const order = (peopleNeeded: number) => ({ people: [person], peopleNeeded }) as BypassDto;
const intent = (more: Partial<IntentDto>) => ({ id: "int_1", state: "succeeded", ...more }) as IntentDto;

test("an order that waits says how many more people it needs, and that nothing runs", () => {
  expect(recordedWords(order(2)).body).toBe("Nothing runs without the word of one more person.");
  expect(recordedWords(order(4)).body).toContain("3 more people");
});

test("an order that was given says whether the new generation runs or waits", () => {
  expect(orderedWords({ state: "cleared" }).body).toContain("cleared to run");
  expect(orderedWords({ state: "held" }).body).toContain("waits for a decision");
});

const problem = (status: number, code: string) =>
  new ProblemError({ type: "about:blank", title: "t", status, code, retriable: true, correctiveAction: "c" });

test("only what has ended, is the newest and still has its args can be ordered once more", () => {
  const ended = { endedAt: "2026-01-01T00:00:00.000Z", links: { self: "/" } };
  expect(mayBeOrdered(intent(ended))).toBe(true);
  expect(mayBeOrdered(intent({ ...ended, argsErased: true }))).toBe(false);
  expect(mayBeOrdered(intent({ ...ended, links: { successor: "/next" } }))).toBe(false);
  expect(mayBeOrdered(intent({ ...ended, endedAt: null }))).toBe(false);
});

test("an order that got no answer is told as not known, never as done or not done", () => {
  expect(notOrderedWords(problem(0, "unreachable")).title).toBe("It is not known whether your order arrived");
  expect(notOrderedWords(problem(409, "superseded")).body).toContain("faster");
});

test("an order that could not be taken back says so, and why", () => {
  expect(notTakenBackWords(problem(404, "not_found"))).toEqual({
    tone: "warn",
    title: "You did not take the order back",
    body: "No order waits any more.",
  });
  expect(notTakenBackWords(problem(403, "role_required")).body).toContain("Your role is not enough");
  expect(notTakenBackWords(problem(503, "unavailable")).title).toContain("not known");
});

test("whoever could only be refused is told who confirms an order instead", () => {
  const needs = (role: BypassDto["role"]) => ({ role }) as BypassDto;
  expect(otherConfirmer(needs("admin"), "approver")).toBe("an admin");
  expect(otherConfirmer(needs("approver"), "viewer")).toBe("an approver or an admin");
  expect(otherConfirmer(needs("approver"), "approver")).toBeNull();
  expect(otherConfirmer(needs("admin"), "admin")).toBeNull();
});
