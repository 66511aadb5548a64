import { expect, test } from "vitest";
import { KEY, sampleExport } from "@/lib/domain/audit/testing/sample-export";
import { type Outcome, verifyStream } from "../verify/verify-stream";
import { outcomeWords, type Trust } from "./outcome-words";

const { lines, seals } = sampleExport([3, 2]);
const outcomeOf = (text: string, lastSeal: { number: number; hash: string } | null = null) =>
  verifyStream({ stream: new Blob([text]).stream(), keys: KEY.pem, lastSeal, onProgress: () => undefined });
const trust: Trust = { keys: "kept", known: null };

test("what was checked is told, and what was not", async () => {
  const outcome = await outcomeOf(lines.join(""));
  const words = outcomeWords(outcome, trust);
  expect(words).toMatchObject({ tone: "good", title: "Every event is as it was sealed" });
  expect(words.body).toBe("5 events in 2 seals, from seal 1 to seal 2.");
  expect(words.checks.filter(({ isChecked }) => !isChecked).map(({ words: line }) => line)).toEqual([
    "The end: nothing was given to compare it with, so seals after the last may have been cut off.",
  ]);
  const told = outcomeWords(outcome, { keys: "told", known: { number: 2, from: "browser" } });
  expect(told.checks.filter(({ isChecked }) => !isChecked)).toHaveLength(1);
  expect(told.checks.some(({ words: line }) => line.includes("which this browser found here before"))).toBe(true);
});

test("without signatures it never looks like all was checked", async () => {
  const outcome = { ...(await outcomeOf(lines.join(""))), signatures: null } as Outcome;
  const words = outcomeWords(outcome, trust);
  expect(words.tone).toBe("warn");
  expect(words.title).toContain("no signature was checked");
});

test("what is broken is told where, with what was right before", async () => {
  const words = outcomeWords(await outcomeOf(lines.toSpliced(5, 1).join("")), trust);
  expect(words).toMatchObject({ tone: "bad", title: "Broken at line 6" });
  expect(words.body).toMatch(/^The event at position 4 was removed/);
  expect(words.checks[0]?.words).toBe("3 events in 1 seal before that are as they were sealed.");
});

test("a seal that this browser remembers and does not find is explained", async () => {
  const known = { number: 2, hash: "a".repeat(64) };
  const outcome = await outcomeOf(lines.join(""), known);
  expect(outcomeWords(outcome, { keys: "told", known: { number: 2, from: "browser" } }).body).toContain(
    "backup was restored",
  );
  expect(outcomeWords(outcome, { keys: "told", known: { number: 2, from: "person" } }).body).not.toContain("backup");
  expect(seals).toHaveLength(2);
});

test("what could not be read is not called broken", () => {
  const outcome: Outcome = { kind: "unread", events: 0, seals: 0, signatures: 0, keyIds: [], message: "network error" };
  expect(outcomeWords(outcome, trust)).toMatchObject({ tone: "warn", title: "It was not checked to its end" });
});
