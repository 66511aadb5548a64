/**
 * Text from agents and downstreams is hostile. This splits it into what may be shown as it is and what must be made
 * visible, because it would hide, reorder or imitate: control and format characters (bidi overrides, zero-width),
 * invisible fillers, odd spaces, lone surrogates, unassigned code points and piles of combining marks.
 */
export type TextPiece = { kind: "plain"; text: string } | { kind: "revealed"; text: string; label: string };

/** More combining marks than this on one letter are not writing; they draw over the neighbours. */
const MARKS_MAX = 3;

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u;
const MARK = /\p{M}/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** The same as one text, for places that hold no markup, such as the options of a list. */
export function revealedText(text: string): string {
  return revealText(text, { breaks: "reveal" })
    .map((piece) => (piece.kind === "plain" ? piece.text : `⟨${piece.label}⟩`))
    .join("");
}

export function revealText(text: string, { breaks }: { breaks: "keep" | "reveal" }): TextPiece[] {
  const pieces: TextPiece[] = [];
  const characters = Array.from(text);
  let plain = "";
  let marks = 0;
  characters.forEach((character, index) => {
    marks = MARK.test(character) ? marks + 1 : 0;
    const before = characters[index - 1] ?? "";
    const after = characters[index + 1] ?? "";
    if (marks <= MARKS_MAX && isPlain(character, before, after, breaks)) {
      plain += character;
      return;
    }
    if (plain !== "") pieces.push({ kind: "plain", text: plain });
    plain = "";
    pieces.push({ kind: "revealed", text: character, label: labelOf(character) });
  });
  if (plain !== "") pieces.push({ kind: "plain", text: plain });
  return pieces;
}

function isPlain(character: string, before: string, after: string, breaks: "keep" | "reveal"): boolean {
  if (character === "\n" || character === "\t") return breaks === "keep";
  if (character === "\r") return breaks === "keep" && after === "\n";
  // The two invisible characters that ordinary emoji are made with, and only where an emoji needs them.
  if (character === "\u{fe0f}") return PICTOGRAPH.test(before);
  if (character === "\u{200d}") return (PICTOGRAPH.test(before) || before === "\u{fe0f}") && PICTOGRAPH.test(after);
  return !HIDDEN.test(character);
}

function labelOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
