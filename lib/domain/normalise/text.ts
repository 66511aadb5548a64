import type { JsonValue } from "../json";
import { foldCase } from "./case-folding";
import { settle, trimWhiteSpace } from "./characters";
import { composeThen, dropIgnorableThen } from "./first-edition";
import { accept, type Normalised, refuse } from "./normalised";
import { DEFAULT_IGNORABLE, lowerAscii, normaliseForm, WHITE_SPACE } from "./unicode";

const PRINTABLE_ASCII = /^[ -~]*$/;
const SPACE_RUN = / {2,}/g;
const WHITE_SPACE_RUN = new RegExp(`[${WHITE_SPACE}]+`, "gu");
const IGNORABLE = new RegExp(`[${DEFAULT_IGNORABLE}]`, "gu");

/** What a person would call the same words. The empty text is a text: it differs from an absent one. */
export function normaliseText(value: JsonValue, engine: number): Normalised {
  if (typeof value !== "string") return refuse("Expected text: a string.");
  return accept(canonicalText(value, engine));
}

function canonicalText(text: string, engine: number): string {
  if (PRINTABLE_ASCII.test(text)) return lowerAscii(trimWhiteSpace(text.replace(SPACE_RUN, " ")));
  // Folding can undo NFKC and dropping can bring marks together: only a fixed point is stable.
  return settle(text, (current) => {
    const visible =
      engine === 1
        ? dropIgnorableThen(foldCase(composeThen(current)))
        : foldCase(normaliseForm(current, "NFKC")).replace(IGNORABLE, "");
    return trimWhiteSpace(visible.replace(WHITE_SPACE_RUN, " "));
  });
}
