import { expect, test } from "vitest";
import { noteOf, type RowNote } from "./row-note";

const notes = new Map<string, RowNote>([
  ["own", { kind: "sending", verdict: "approve" }],
  ["refused", { kind: "not_done", words: { tone: "warn", title: "", body: "" }, before: null }],
]);

test("a row that goes with a batch is locked, also where an earlier refusal was not put away", () => {
  const inBatch = new Set(["a", "refused"]);
  expect(noteOf("a", notes, inBatch)).toEqual({ kind: "in_batch" });
  expect(noteOf("refused", notes, inBatch)).toEqual({ kind: "in_batch" });
  expect(noteOf("a", notes, inBatch)).toBe(noteOf("a", notes, inBatch));
});

test("a row is not locked before, after, or by a batch of others", () => {
  expect(noteOf("a", notes, new Set(["b"]))).toBeNull();
  expect(noteOf("refused", notes, new Set())).toMatchObject({ kind: "not_done" });
  expect(noteOf("own", notes, new Set(["own"]))).toMatchObject({ kind: "sending" });
});
