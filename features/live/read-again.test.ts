import { expect, test } from "vitest";
import { isTouched, joinChanges } from "./read-again";

const change = { topics: ["intents" as const, "audit" as const], intentIds: ["int_1"] };

test.each([
  [["intents", "list", {}], true],
  [["intents", "inbox"], true],
  [["intents", "one", "int_1"], true],
  [["intents", "one", "int_1", "attempts"], true],
  [["intents", "one", "int_2"], false],
  [["audit", "events"], true],
  [["contracts"], false],
  [["session"], false],
])("%j is read again: %s", (key, touched) => {
  expect(isTouched(key, change)).toBe(touched);
});

test("changes that are too many to name touch every intent", () => {
  expect(isTouched(["intents", "one", "int_2"], { ...change, intentIds: null })).toBe(true);
  expect(joinChanges(change, { topics: ["intents"], intentIds: null }).intentIds).toBeNull();
});

test("two changes are one with both topics and both ids", () => {
  expect(joinChanges(change, { topics: ["grants"], intentIds: ["int_1", "int_2"] })).toEqual({
    topics: ["intents", "audit", "grants"],
    intentIds: ["int_1", "int_2"],
  });
});
