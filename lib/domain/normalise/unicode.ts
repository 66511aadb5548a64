/**
 * Everything that keys take from Unicode, from our own tables (`unicode-table`), never from the runtime's: Node follows
 * Unicode, and the same call would get another key on another Node.
 *
 *  U1  The one thing asked of the runtime is NFC and NFKC, and only about code points that the pinned version assigns:
 *      for those Unicode promises that the answer never changes (its normalisation stability policy).
 *  U2  What the pinned version does not assign is left alone wherever it stands: not composed, not mapped, not dropped.
 *      In an identity it is refused (`normalise-args`).
 */
import { readMappings } from "./code-point-map";
import * as table from "./unicode-table";

export { UNICODE_VERSION } from "./unicode-table";

const NOT_ASCII = /[\u0080-\u{10FFFF}]/u;
const UNASSIGNED = new RegExp(`[^${classOf(table.ASSIGNED)}]`, "u");
const UNASSIGNED_RUN = new RegExp(`([^${classOf(table.ASSIGNED)}]+)`, "u");
const UPPER = readMappings(table.UPPER);
const LOWER = readMappings(table.LOWER);
const CASED = /[A-Za-z\u0080-\u{10FFFF}]/gu;
const FINAL_SIGMA = "\u03C2";

/** Ranges for the inside of a character class. */
export const WHITE_SPACE = classOf(table.WHITE_SPACE);
export const CONTROL_OR_FORMAT = classOf(table.CONTROL_OR_FORMAT);
export const FORMAT = classOf(table.FORMAT);
export const SPACE_SEPARATOR = classOf(table.SPACE_SEPARATOR);
export const DEFAULT_IGNORABLE = classOf(table.DEFAULT_IGNORABLE);

export function hasUnassigned(text: string): boolean {
  return NOT_ASCII.test(text) && UNASSIGNED.test(text);
}

/** U1, U2: what stands between unassigned code points is normalised by itself. */
export function normaliseForm(text: string, form: "NFC" | "NFKC"): string {
  if (!NOT_ASCII.test(text)) return text;
  if (!UNASSIGNED.test(text)) return text.normalize(form);
  const pieces = text.split(UNASSIGNED_RUN);
  return pieces.map((piece, index) => (index % 2 === 0 ? piece.normalize(form) : piece)).join("");
}

export function toUpper(text: string): string {
  return text.replace(CASED, (character) => UPPER.get(character) ?? character);
}

/** Both small sigmas are one: which of them a capital becomes would depend on its place in a word. */
export function toLower(text: string): string {
  return text.replace(CASED, (character) => LOWER.get(character) ?? character).replaceAll(FINAL_SIGMA, "\u03C3");
}

/** Of text that is known to be ASCII, where every runtime agrees. */
export function lowerAscii(text: string): string {
  return text.toLowerCase();
}

function classOf(ranges: readonly string[]): string {
  return ranges
    .flatMap((line) => line.split(" "))
    .map((range) =>
      range
        .split("-")
        .map((hex) => `\\u{${hex}}`)
        .join("-"),
    )
    .join("");
}
