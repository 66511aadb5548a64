import { describe, expect, test } from "vitest";
import { revealedText, revealText } from "./visible-characters";

function shown(text: string, breaks: "keep" | "reveal" = "keep"): string {
  return revealText(text, { breaks })
    .map((piece) => (piece.kind === "plain" ? piece.text : `⟨${piece.label}⟩`))
    .join("");
}

describe("revealText", () => {
  test.each([
    ["a right-to-left override", "pay \u202egnp.exe", "pay ⟨U+202E⟩gnp.exe"],
    ["a bidi isolate", "\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"],
    ["a zero-width space", "al\u200bice", "al⟨U+200B⟩ice"],
    ["a zero-width joiner between letters", "a\u200db", "a⟨U+200D⟩b"],
    ["a soft hyphen", "a\u00adb", "a⟨U+00AD⟩b"],
    ["a byte order mark", "\ufeffa", "⟨U+FEFF⟩a"],
    ["a no-break space", "a\u00a0b", "a⟨U+00A0⟩b"],
    ["a line separator", "a\u2028b", "a⟨U+2028⟩b"],
    ["an escape character", "\u001b[31mred", "⟨U+001B⟩[31mred"],
    ["a lone surrogate", "a\ud800b", "a⟨U+D800⟩b"],
    ["a tag character", "a\u{e0041}b", "a⟨U+E0041⟩b"],
    ["a Hangul filler", "a\u3164b", "a⟨U+3164⟩b"],
    ["a variation selector that follows no emoji", "a\ufe0fb", "a⟨U+FE0F⟩b"],
    ["a carriage return that could overwrite a line", "a\rb", "a⟨U+000D⟩b"],
  ])("makes %s visible", (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ["plain text", "Refund $80.00 to Zoë"],
    ["other scripts", "返金 возврат استرداد"],
    ["emoji with a variation selector", "ok ❤️"],
    ["emoji joined into one", "👩‍💻"],
    ["accents written as combining marks", "e\u0301"],
  ])("leaves %s alone", (_name, text) => {
    expect(revealText(text, { breaks: "keep" })).toEqual([{ kind: "plain", text }]);
  });

  test("keeps line breaks where a block is drawn and reveals them where one line is drawn", () => {
    expect(shown("a\r\nb\tc", "keep")).toBe("a\r\nb\tc");
    expect(shown("a\nb", "reveal")).toBe("a⟨U+000A⟩b");
  });

  test("lets no more than three combining marks pile up on one letter", () => {
    expect(shown(`a${"\u0301".repeat(5)}b`)).toBe(`a${"\u0301".repeat(3)}⟨U+0301⟩⟨U+0301⟩b`);
  });

  test("loses nothing: the pieces join to the text that came in", () => {
    const text = "a\u202eb\n\u200b👩‍💻\ud800";
    expect(
      revealText(text, { breaks: "reveal" })
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });
});

test("as one text, hidden characters are named and nothing is lost", () => {
  expect(revealedText("pay\u202Egnp.exe\n")).toBe("pay⟨U+202E⟩gnp.exe⟨U+000A⟩");
  expect(revealedText("Zoë 😀")).toBe("Zoë 😀");
});
