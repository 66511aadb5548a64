import type { JsonValue } from "../json";
import { foldCase } from "./case-folding";
import { countCodePoints, dropInnerSpacesAndHyphens, hasControlOrFormat, trimWhiteSpace } from "./characters";
import { accept, type Normalised, type Normaliser, refuse } from "./normalised";
import { plainDecimal } from "./plain-decimal";
import { hasUnassigned, normaliseForm, UNICODE_VERSION } from "./unicode";

export type IdRule = { compact?: boolean | undefined; prefix?: readonly string[] | undefined };
/** `folded` is the prefix without the white space behind it, `length` that of its letters; `apart`: white space follows. */
type Prefix = { folded: string; length: number; apart: boolean };

const ID_LENGTH_MAX = 256;
const PLAIN_ID = /^[!-~]{1,256}$/;

/** Case is kept: `cus_Ab` and `cus_AB` are two customers. */
export function makeId({ compact = false, prefix = [] }: IdRule): Normaliser {
  const prefixes = prefix.map(readPrefix).sort((a, b) => b.length - a.length);
  const isAsWritten = !compact && prefixes.length === 0;
  return (value) => {
    const text = idText(value);
    if (text === null) return refuse("Expected an identifier: a string or an integer.");
    if (isAsWritten && PLAIN_ID.test(text)) return accept(text);
    return readId(text, compact, prefixes);
  };
}

function readId(text: string, compact: boolean, prefixes: readonly Prefix[]): Normalised {
  const trimmed = trimWhiteSpace(text);
  if (hasControlOrFormat(trimmed)) return refuse("Expected an identifier without control or invisible characters.");
  // In every role, not only in identities: so no table that a later engine brings can change an id that was accepted.
  if (hasUnassigned(trimmed))
    return refuse(`Expected an identifier of characters that Unicode ${UNICODE_VERSION} has.`);
  let id = normaliseForm(trimmed, "NFC");
  // What compacting brings together may be a prefix; each round but the last makes the text shorter.
  for (let before = ""; before !== id; ) {
    before = id;
    const bare = stripPrefixes(id, prefixes);
    // Dropping a hyphen can put a combining mark next to its letter, so compose again.
    id = normaliseForm(compact ? dropInnerSpacesAndHyphens(bare) : bare, "NFC");
  }
  if (id === "") return refuse("Expected an identifier that is not empty.");
  if (countCodePoints(id) > ID_LENGTH_MAX)
    return refuse(`Expected an identifier of at most ${ID_LENGTH_MAX} characters.`);
  return accept(id);
}

function readPrefix(written: string): Prefix {
  const text = normaliseForm(written, "NFC");
  const word = trimWhiteSpace(text);
  return { folded: foldCase(word), length: word.length, apart: !text.endsWith(word) };
}

/** Again and again, the longest first, so that "Order #77" is 77 and what is left begins with none of them. */
function stripPrefixes(text: string, prefixes: readonly Prefix[]): string {
  let left = text;
  for (let found = startOf(left, prefixes); found !== undefined; found = startOf(left, prefixes)) {
    left = trimWhiteSpace(left.slice(found.length));
  }
  return left;
}

/** Letters match whatever their case. As many are looked at as the prefix has: `strasse` is not `Straße`. */
function startOf(text: string, prefixes: readonly Prefix[]): Prefix | undefined {
  return prefixes.find(({ folded, length, apart }) => {
    if (foldCase(text.slice(0, length)) !== folded) return false;
    const next = text.charAt(length);
    return !apart || (next !== "" && trimWhiteSpace(next) === "");
  });
}

function idText(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isInteger(value)) return plainDecimal(value);
  return null;
}
