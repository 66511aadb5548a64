import type { JsonValue } from "../json";
import { dropInnerSpacesAndHyphens, hasControlOrFormat, settle, trimWhiteSpace } from "./characters";
import { upperThen } from "./first-edition";
import { accept, type Normalised, refuse } from "./normalised";
import { normaliseForm, toUpper } from "./unicode";

const PLAIN_CODE = /^[A-Z0-9]+$/;

export function normaliseCode(value: JsonValue, compact: boolean, engine: number): Normalised {
  if (typeof value !== "string") return refuse("Expected a code: a string.");
  if (PLAIN_CODE.test(value)) return accept(value);
  const trimmed = trimWhiteSpace(value);
  if (hasControlOrFormat(trimmed)) return refuse("Expected a code without control or invisible characters.");
  // NFKC turns some signs into a space and a mark, so trimming belongs inside.
  const code = settle(trimmed, (text) => {
    const upper = engine === 1 ? upperThen(text) : toUpper(normaliseForm(text, "NFKC"));
    return trimWhiteSpace(compact ? dropInnerSpacesAndHyphens(upper) : upper);
  });
  return code === "" ? refuse("Expected a code that is not empty.") : accept(code);
}
