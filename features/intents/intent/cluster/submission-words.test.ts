import { expect, test } from "vitest";
import type { ComparedField } from "../fields/compare-fields";
import { comparisonWords } from "./submission-words";

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
