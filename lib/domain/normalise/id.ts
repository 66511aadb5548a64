import type { JsonValue } from "../json";
import { countCodePoints, dropInnerSpacesAndHyphens, hasControlOrFormat, trimWhiteSpace } from "./characters";
import { accept, type Normalised, refuse } from "./normalised";
import { plainDecimal } from "./plain-decimal";

const ID_LENGTH_MAX = 256;
const PLAIN_ID = /^[!-~]{1,256}$/;

/** Case is kept: `cus_Ab` and `cus_AB` are two customers. */
export function normaliseId(value: JsonValue, compact: boolean): Normalised {
  const text = idText(value);
  if (text === null) return refuse("Expected an identifier: a string or an integer.");
  if (!compact && PLAIN_ID.test(text)) return accept(text);
  const trimmed = trimWhiteSpace(text);
  if (hasControlOrFormat(trimmed)) return refuse("Expected an identifier without control or invisible characters.");
  const composed = trimmed.normalize("NFC");
  // Dropping a hyphen can put a combining mark next to its letter, so compose again.
  const id = compact ? dropInnerSpacesAndHyphens(composed).normalize("NFC") : composed;
  if (id === "") return refuse("Expected an identifier that is not empty.");
  if (countCodePoints(id) > ID_LENGTH_MAX)
    return refuse(`Expected an identifier of at most ${ID_LENGTH_MAX} characters.`);
  return accept(id);
}

function idText(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isInteger(value)) return plainDecimal(value);
  return null;
}
