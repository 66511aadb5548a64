import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { afterwardsWords } from "./afterwards-words";

const HOUR_MS = 3_600_000;
const ended = (state: IntentDto["state"], more: Partial<IntentDto> = {}) =>
  ({ state, error: null, endedAt: "2026-01-01T00:00:00.000Z", links: {}, ...more }) as IntentDto;

test("an effect is replayed until its window ends", () => {
  expect(afterwardsWords(ended("succeeded"), HOUR_MS)).toEqual({
    words: "Who asks for the same again for 1 hour gets this same answer, and nothing runs.",
    until: "2026-01-01T01:00:00.000Z",
  });
});

test("a no is kept for the same values alone", () => {
  expect(afterwardsWords(ended("denied"), HOUR_MS)?.words).toMatch(/With other values it opens a new generation/);
});

test.each(["refused", "expired", "withdrawn"] as const)(
  "what is %s is opened again by the next submission",
  (state) => {
    expect(afterwardsWords(ended(state), HOUR_MS)?.words).toMatch(/opens it again/);
  },
);

test("a failure that never reached the downstream leaves the door open", () => {
  const error = { code: "c", message: "", retriable: true, correctiveAction: "" };
  expect(afterwardsWords(ended("failed", { error }), HOUR_MS)?.words).toMatch(/never reached the downstream/);
});

test("says nothing of what has not ended, and points at what took its place", () => {
  expect(afterwardsWords(ended("held", { endedAt: null }), HOUR_MS)).toBeNull();
  expect(afterwardsWords(ended("succeeded", { links: { successor: "x" } }), HOUR_MS)?.words).toMatch(
    /later generation/,
  );
});
