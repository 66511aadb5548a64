import { expect, test } from "vitest";
import type { SubmissionDto } from "@/lib/wire/intent";
import type { ComparedField } from "../fields/compare-fields";
import { clusterTitle, comparisonWords, submissionWords } from "./submission-words";

const change = (pointer: string, kind: ComparedField["change"]): ComparedField => ({
  pointer,
  role: "material",
  change: kind,
  runs: null,
  other: null,
});
const words = (...changes: ComparedField[]) => comparisonWords({ changes, equal: [] });

test("a row says what differs where it counts, and only that", () => {
  expect(words()).toBe("The same values as what runs, written the same.");
  expect(words(change("/amount", "differs"), change("/note", "incidental"))).toBe("Differs in amount.");
  expect(words(...["/a", "/b", "/c", "/d", "/e"].map((pointer) => change(pointer, "differs")))).toBe(
    "Differs in a, b, c and 2 more.",
  );
});

test("another spelling and another incidental value are not told as a difference", () => {
  expect(words(change("/amount", "respelled"))).toBe("The same values as what runs; 1 field written differently.");
  expect(words(change("/note", "incidental"), change("/amount", "respelled"))).toBe(
    "The same as what runs where it counts; 2 fields written differently.",
  );
});

const submission = (more: Partial<SubmissionDto>) =>
  ({ disposition: "coalesced", edited: false, ...more }) as SubmissionDto;

test("what joined before other args were chosen is not said to get the same as it asked for", () => {
  const told = (more: Partial<SubmissionDto>, isOther: boolean) =>
    submissionWords({ submission: submission(more), isRunning: false, isOther }).meaning;
  expect(told({}, false)).toMatch(/gets the same result/);
  expect(told({}, true)).toMatch(/asked for what would have run then. Other args were chosen since/);
  expect(told({ disposition: "created" }, true)).toMatch(/^It opened this intent. Other args were chosen/);
});

test("an operator's edit is told as theirs, not as a drift", () => {
  const edit = submission({ disposition: "drifted", edited: true });
  expect(submissionWords({ submission: edit, isRunning: true, isOther: false }).word).toBe("Edited");
  expect(clusterTitle(1, 1)).toBe("Cluster: 1 submission and an edit by an operator");
  expect(clusterTitle(1_200, 2)).toMatch(/submissions and 2 edits by operators$/);
  expect(clusterTitle(2, 0)).toBe("Cluster: 2 submissions");
});
