import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { decidedWords, firstCurl, KEY_PLACEHOLDER, progressOf, secondCurl } from "./walk";

const ask = { origin: "http://localhost:3000", key: KEY_PLACEHOLDER, run: "walk_1" };
const bodyOf = (curl: string) => JSON.parse(/-d '(.*)'$/.exec(curl)?.[1] ?? "") as Record<string, unknown>;

test("both commands ask for the same action in other words", () => {
  const [first, second] = [bodyOf(firstCurl(ask)), bodyOf(secondCurl(ask))];
  expect(second).toMatchObject({ tool: first["tool"], run: first["run"], step: first["step"] });
  expect(second["args"]).toMatchObject({ paymentId: (first["args"] as { paymentId: string }).paymentId });
  expect(second["args"]).not.toEqual(first["args"]);
});

test("a key that nobody has yet is left to the shell", () => {
  expect(firstCurl(ask)).toContain('"Authorization: Bearer $KEY"');
});

const intent = (more: Partial<IntentDto>) =>
  ({ state: "held", submissionCount: 1, effectId: null, ...more }) as IntentDto;

test.each([
  [null, { isAsked: false, isDecided: false, isAskedAgain: false }],
  [intent({}), { isAsked: true, isDecided: false, isAskedAgain: false }],
  [intent({ state: "succeeded" }), { isAsked: true, isDecided: true, isAskedAgain: false }],
  [intent({ state: "denied", submissionCount: 3 }), { isAsked: true, isDecided: true, isAskedAgain: true }],
])("the walk has come as far as the intent has", (seen, progress) => {
  expect(progressOf(seen)).toEqual(progress);
});

test("what became of it is told in a sentence, whatever it is", () => {
  expect(decidedWords(intent({ state: "succeeded", effectId: "re_1" }))).toContain("re_1");
  expect(decidedWords(intent({ state: "in_doubt" }))).toContain("in doubt");
});
