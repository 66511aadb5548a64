import { expect, test } from "vitest";
import { boundText } from "./bound-text";

const BOUND = { charactersMax: 5, linesMax: 2 };

test("a text inside both bounds is left whole", () => {
  expect(boundText("abcde", BOUND)).toBeNull();
  expect(boundText("a\nb", BOUND)).toBeNull();
});

test("a long text is cut after the last code point that fits, never inside one", () => {
  expect(boundText("abcdef", BOUND)).toBe("abcde");
  expect(boundText("😀😀😀😀😀", BOUND)).toBeNull();
  expect(boundText("😀😀😀😀😀😀", BOUND)).toBe("😀😀😀😀😀");
});

test("a text of many lines is cut after the last line that fits", () => {
  expect(boundText("a\nb\nc", BOUND)).toBe("a\nb");
});
