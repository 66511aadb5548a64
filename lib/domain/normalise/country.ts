import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { alpha2Of } from "./country-codes";
import { accept, type Normalised, refuse } from "./normalised";
import { toUpper } from "./unicode";

const LETTERS = /^[A-Za-z]{2,3}$/;

export function normaliseCountry(value: JsonValue): Normalised {
  const code = typeof value === "string" ? trimWhiteSpace(value) : "";
  // Upper-casing is safe only for ASCII: ı and ß would turn into other letters.
  const alpha2 = LETTERS.test(code) ? alpha2Of(toUpper(code)) : undefined;
  return alpha2 ? accept(alpha2) : refuse("Expected an ISO 3166 country code such as GB or GBR.");
}
