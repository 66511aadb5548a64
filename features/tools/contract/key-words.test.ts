import { expect, test } from "vitest";
import { keyStatements } from "./key-words";
import { makeContract, textsOf } from "./testing/make-contract";

const IDENTITY = { "/paymentId": { role: "identity" }, "/payee": { role: "identity" } };

const said = (scope: string | undefined, fields: Record<string, unknown> = IDENTITY) =>
  textsOf(keyStatements(makeContract({ definition: { fields, ...(scope && { key: { scope } }) } })));

test.each([
  ["step", "The same paymentId and payee, in the same step of the same run, is the same action."],
  ["run", "The same paymentId and payee, in the same run, whichever step asks, is the same action."],
  ["session", "The same paymentId and payee, in the same session, whichever run asks, is the same action."],
  ["business", "The same paymentId and payee, whoever asks, in whatever run, is the same action."],
  [undefined, "The same paymentId and payee, in the same step of the same run, is the same action."],
])("scope %s says where the same is the same action", (scope, words) => {
  expect(said(scope)[0]).toBe(words);
});

test.each([
  ["step", "names the action by that instead of the run and the step"],
  ["run", "names the action by that instead of the run."],
  ["session", "names the action by that instead of the session."],
  ["business", "does not make another action of it"],
])("scope %s says what an Idempotency-Key does", (scope, words) => {
  expect(said(scope)[1]).toContain(words);
});

test("without identity fields the context alone names the action", () => {
  expect(said("step", {})[0]).toBe(
    "No field names the action. Whatever is asked for, in the same step of the same run, is the same action.",
  );
});

test("the window is spelled, and begins when the intent ends", () => {
  expect(said("step")[2]).toContain("for 7 days after it ended");
});

test("a read has no key", () => {
  expect(textsOf(keyStatements(makeContract({ effect: "read" })))).toEqual([
    "A read has no key: every submission is an intent of its own.",
  ]);
});

test("a scope of a newer server is named and not guessed", () => {
  expect(said("galaxy")).toEqual(["The key’s scope is “galaxy”, which this page has no words for."]);
});
