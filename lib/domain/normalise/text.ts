import type { JsonValue } from "../json";
import { foldCase } from "./case-folding";
import { settle, trimWhiteSpace } from "./characters";
import { accept, type Normalised, refuse } from "./normalised";

const PRINTABLE_ASCII = /^[ -~]*$/;
const SPACE_RUN = / {2,}/g;
const WHITE_SPACE_RUN = /\p{White_Space}+/gu;
const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** What a person would call the same words. The empty text is a text: it differs from an absent one. */
export function normaliseText(value: JsonValue): Normalised {
  if (typeof value !== "string") return refuse("Expected text: a string.");
  return accept(canonicalText(value));
}

function canonicalText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return trimWhiteSpace(text.replace(SPACE_RUN, " ")).toLowerCase();
  // Folding can undo NFKC and dropping can bring marks together: only a fixed point is stable.
  return settle(text, (current) => {
    const visible = foldCase(current.normalize("NFKC")).replace(DEFAULT_IGNORABLE, "");
    return trimWhiteSpace(visible.replace(WHITE_SPACE_RUN, " "));
  });
}
