/**
 * What the normalisers mean by white space, by invisible characters and by length. Unicode properties decide, not
 * `String.trim` (which strips U+FEFF and keeps U+0085).
 */
import * as unicode from "./unicode";

const WHITE_SPACE = new RegExp(`[${unicode.WHITE_SPACE}]`, "u");
const CONTROL_OR_FORMAT = new RegExp(`[${unicode.CONTROL_OR_FORMAT}]`, "u");
// Every code point, and every pair tried, settles within three rounds; the rest is margin.
const SETTLE_ROUNDS_MAX = 8;
const HYPHENS = "\\u002D\\u2010\\u2011";
const SPACE_OR_HYPHEN = new RegExp(`[${unicode.WHITE_SPACE}${HYPHENS}]`, "u");
const NOT_SPACE_OR_HYPHEN = new RegExp(`[^${unicode.WHITE_SPACE}${HYPHENS}]`, "u");
const SPACES_AND_HYPHENS = new RegExp(`[${unicode.WHITE_SPACE}${HYPHENS}]`, "gu");
const SPACES = new RegExp(`[${unicode.WHITE_SPACE}]`, "gu");

/** A scan from both ends: an anchored `\s+$` is quadratic on a long run of inner spaces. */
export function trimWhiteSpace(text: string): string {
  if (isVisibleAscii(text.charCodeAt(0)) && isVisibleAscii(text.charCodeAt(text.length - 1))) return text;
  let start = 0;
  let end = text.length;
  // Every White_Space character is in the BMP, so code units suffice.
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start += 1;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

export function hasControlOrFormat(text: string): boolean {
  return CONTROL_OR_FORMAT.test(text);
}

export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * What `compact` drops: white space, the hyphen-minus and the two real hyphens. Dashes and minus signs stay, and so does
 * a hyphen before the first or behind the last character: the identifiers -5 and 5 are two. Nothing else left: "".
 */
export function dropInnerSpacesAndHyphens(text: string): string {
  const start = text.search(NOT_SPACE_OR_HYPHEN);
  if (start === -1) return "";
  let end = text.length;
  // Everything that is dropped is in the BMP, so code units suffice.
  while (SPACE_OR_HYPHEN.test(text.charAt(end - 1))) end -= 1;
  const inner = text.slice(start, end).replace(SPACES_AND_HYPHENS, "");
  return `${text.slice(0, start).replace(SPACES, "")}${inner}${text.slice(end).replace(SPACES, "")}`;
}

/** Applies a step until it changes nothing, so that normalising a normalised value changes nothing either. */
export function settle(text: string, step: (text: string) => string): string {
  let current = text;
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round += 1) {
    const next = step(current);
    if (next === current) return current;
    current = next;
  }
  return current;
}
