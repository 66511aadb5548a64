/**
 * Digests by which an intent is found from a value of its identity: half of the SHA-256 of the normalised value as
 * text, of each part where it is a list or an object. What says nothing by itself (null, true, false, an empty text, a
 * list's length) has none.
 */
import { hash } from "node:crypto";
import type { JsonValue } from "./json";
import { ENGINES } from "./normalise/engines";
import { compileNormaliser } from "./normalise/normalise-value";
import { normalisePhone, phoneRegions } from "./normalise/phone";
import type { NormaliserRule } from "./normalise/rule";

const DIGEST_BYTES = 16;

/** As many as the identity has values; the size of a body bounds them, and an erasure must find each. */
export function identityDigests(identity: Record<string, JsonValue>): Buffer[] {
  const texts = new Set<string>();
  for (const [pointer, value] of Object.entries(identity)) {
    if (pointer.startsWith("/")) addTexts(value, texts);
  }
  return [...texts].map(digestText);
}

/** Whether it has one of these values. */
export function hasDigest(identity: Record<string, JsonValue>, digests: readonly Buffer[]): boolean {
  return identityDigests(identity).some((own) => digests.some((digest) => digest.equals(own)));
}

/** A value is as deep as a body may be: 64 levels. */
function addTexts(value: JsonValue, texts: Set<string>): void {
  if (typeof value === "string") {
    if (value !== "") texts.add(value);
  } else if (typeof value === "number") texts.add(String(value));
  else if (Array.isArray(value)) for (const element of value) addTexts(element, texts);
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) addTexts(member, texts);
  }
}

/** Whatever a contract may have said about the field. A phone number is read in its international form only. */
const READINGS: NormaliserRule[] = [
  { as: "id" },
  { as: "id", compact: true },
  { as: "code" },
  { as: "code", compact: true },
  { as: "text" },
  { as: "email" },
  { as: "email", plus: "strip" },
  { as: "phone" },
  { as: "url" },
  { as: "url", query: "sorted" },
  { as: "integer" },
  { as: "decimal" },
  { as: "date" },
  { as: "instant" },
  { as: "country" },
];
/** Under each engine that is carried: what was recorded under an earlier one must be found as well. */
const NORMALISERS = READINGS.flatMap((rule) =>
  ENGINES[rule.as].carried.map((engine) => compileNormaliser(rule, { [rule.as]: engine })),
);
const ALONE = { at: () => undefined };

/** What a person typed, as each normaliser that takes a text would read it, and as it is. */
export function candidateDigests(typed: string): Buffer[] {
  const texts = new Set([typed]);
  for (const normalise of NORMALISERS) {
    const read = normalise(typed, ALONE);
    if (read.ok && typeof read.value === "string") texts.add(read.value);
  }
  texts.delete("");
  return [...texts].map(digestText);
}

/**
 * The same, and for a phone number in national form as every region would read it: an erasure must miss nobody, and
 * asks the contract afterwards which of them it is.
 */
export function everyDigest(typed: string): Buffer[] {
  const numbers = new Set<string>();
  for (const region of phoneRegions()) {
    const read = normalisePhone(typed, region);
    if (read.ok && typeof read.value === "string") numbers.add(read.value);
  }
  const known = candidateDigests(typed);
  return [...known, ...[...numbers].map(digestText).filter((digest) => !known.some((one) => one.equals(digest)))];
}

function digestText(text: string): Buffer {
  return hash("sha256", text, "buffer").subarray(0, DIGEST_BYTES);
}
