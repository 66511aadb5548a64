import { describe, expect, test } from "vitest";
import { breakLine, type Edit, indent, lineRange, outdent, type Selection } from "./edit-lines";

/** `|` marks the caret, or the two ends of what is selected. */
function read(marked: string): Selection {
  const from = marked.indexOf("|");
  const second = marked.indexOf("|", from + 1);
  return { text: marked.replaceAll("|", ""), from, to: second === -1 ? from : second - 1 };
}

function write({ text }: Selection, { from, to, insert, select: [start, end] }: Edit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  return start === end
    ? `${next.slice(0, start)}|${next.slice(start)}`
    : `${next.slice(0, start)}|${next.slice(start, end)}|${next.slice(end)}`;
}

const after = (edit: (selection: Selection) => Edit, marked: string) => write(read(marked), edit(read(marked)));

describe("Tab", () => {
  test.each([
    ["key:\n|scope", "key:\n  |scope"],
    ["a|b", "a |b"],
    ["|a\nb|", "  |a\n  b|"],
    ["x: |a\n\n  b|\nc", "  x: |a\n\n    b|\nc"],
    ["|a\n|b", "  |a\n|b"],
  ])("%j becomes %j", (before, expected) => expect(after(indent, before)).toBe(expected));
});

describe("Shift-Tab", () => {
  test.each([
    ["    a|", "  a|"],
    [" a|", "a|"],
    ["a|", "a|"],
    ["  |a\n    b|", "|a\n  b|"],
    ["|  a", "|a"],
  ])("%j becomes %j", (before, expected) => expect(after(outdent, before)).toBe(expected));
});

describe("Enter", () => {
  test.each([
    ["  a: 1|", "  a: 1\n  |"],
    ["key:|", "key:\n  |"],
    ["  - {|}", "  - {\n    |}"],
    ["  a|b", "  a\n  |b"],
  ])("%j becomes %j", (before, expected) => expect(after(breakLine, before)).toBe(expected));
});

test("a line is found by its number, and what is beyond the end is the last one", () => {
  expect(lineRange("ab\ncd\n\ne", 2)).toEqual([3, 5]);
  expect(lineRange("ab\ncd", 9)).toEqual([3, 5]);
  expect(lineRange("", 1)).toEqual([0, 0]);
});
