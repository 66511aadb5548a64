import { describe, expect, test } from "vitest";
import { foldCase } from "./case-folding";

// Planes 0 and 1: no character beyond them has case.
const CODE_POINTS_MAX = 0x20000;
const TIMEOUT_MS = 30_000;
const isUnicode17 = process.versions.unicode === "17.0";

describe("default full case folding", () => {
  test.each([
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["İ", "i\u0307"],
    ["ı", "ı"],
    ["ΟΔΟΣ", "οδοσ"],
    ["ὀδος", "ὀδοσ"],
    ["ﬃ", "ffi"],
    ["ŉ", "ʼn"],
    ["ᾼ", "αι"],
    ["Ꭰ", "Ꭰ"],
    ["\uAB70", "Ꭰ"],
    ["\u13F8", "\u13F0"],
    ["K", "k"],
    ["Å", "å"],
    ["ſ", "s"],
    ["\u1C90", "\u10D0"],
    ["𐐀", "𐐨"],
    ["\u{1E900}", "\u{1E922}"],
    ["\u{16EA0}", "\u{16EBB}"],
  ])("%s folds to %s", (from, to) => expect(foldCase(from)).toBe(to));

  test("İ, I, i and ı are three letters: only I and i are one", () => {
    expect(new Set(["İ", "I", "i", "ı"].map(foldCase)).size).toBe(3);
  });

  test("Latin, Cyrillic and Greek letters that look alike stay apart", () => {
    for (const [latin, other] of ["aа", "oо", "eе", "pр", "cс", "oο", "vν", "AΑ", "BВ"]) {
      expect(foldCase(latin ?? "")).not.toBe(foldCase(other ?? ""));
    }
  });

  test("folding twice is folding once, for every code point", { timeout: TIMEOUT_MS }, () => {
    const unstable = [...everyCharacter()].filter((character) => foldCase(foldCase(character)) !== foldCase(character));
    expect(unstable).toEqual([]);
  });

  test.runIf(isUnicode17)(
    "the table is what the engine's case mappings imply, for every code point",
    { timeout: TIMEOUT_MS },
    () => {
      expect([...everyCharacter()].filter((character) => foldCase(character) !== impliedFold(character))).toEqual([]);
    },
  );
});

/** Upper, then lower, is folding, except for these. */
function impliedFold(character: string): string {
  if (character === "ı") return "ı";
  if (character === "ẞ") return "ss";
  const upper = character.toUpperCase();
  return /^\p{Script=Cherokee}$/u.test(upper) ? upper : upper.toLowerCase();
}

function* everyCharacter(): Generator<string> {
  for (let codePoint = 0; codePoint < CODE_POINTS_MAX; codePoint += 1) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) yield String.fromCodePoint(codePoint);
  }
}
