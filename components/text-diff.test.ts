import { describe, expect, test } from "vitest";
import { diffTexts, type TextDiff } from "./text-diff";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

function shown({ stretches }: TextDiff): string[] {
  const signs = { same: " ", removed: "-", added: "+" };
  return stretches.flatMap(({ isFar, lines }) =>
    isFar ? [`(${lines.length})`] : lines.map(({ kind, text }) => `${signs[kind]}${text}`),
  );
}

describe("a difference", () => {
  test("shows what changed with three lines around it, and counts it", () => {
    const diff = diffTexts(numbers(1, 20), numbers(1, 20).replace("line 10\n", "line ten\nline ten and a half\n"));
    expect(shown(diff)).toEqual([
      "(6)",
      " line 7",
      " line 8",
      " line 9",
      "-line 10",
      "+line ten",
      "+line ten and a half",
      " line 11",
      " line 12",
      " line 13",
      "(7)",
    ]);
    expect(diff).toMatchObject({ addedCount: 2, removedCount: 1 });
  });

  test("numbers the lines of both sides", () => {
    const { stretches } = diffTexts("a\nb\nc\n", "a\nc\nd\n");
    expect(stretches.flatMap(({ lines }) => lines).map(({ before, after }) => [before, after])).toEqual([
      [1, 1],
      [2, null],
      [3, 2],
      [null, 3],
    ]);
  });

  test("of equal texts has none, whatever ends their lines", () => {
    expect(diffTexts("a\nb", "a\r\nb\r\n")).toMatchObject({ addedCount: 0, removedCount: 0 });
    expect(diffTexts("", "")).toEqual({ stretches: [], addedCount: 0, removedCount: 0 });
  });

  test("of two texts that have nothing in common is told in time", () => {
    const side = (name: string) => Array.from({ length: 8_000 }, (_, index) => `${name} ${index * 7919}`).join("\n");
    const startedMs = performance.now();
    const { addedCount, removedCount } = diffTexts(side("old"), side("new"));
    expect([addedCount, removedCount]).toEqual([8_000, 8_000]);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});
