/** Two values that a person would call the same, spelt in two ways: what a field without a normaliser lets through. */
import { canonicalJson, isJsonObject, type JsonValue } from "../json";
import { foldCase } from "../normalise/case-folding";

const NUMERIC = /^-?\d+(\.\d+)?$/;
const DEPTH_MAX = 32;

export function isOnlySpelling(one: JsonValue, other: JsonValue): boolean {
  if (canonicalJson(one) === canonicalJson(other)) return false;
  return canonicalJson(loosely(one, 0)) === canonicalJson(loosely(other, 0));
}

/** Case, width, spaces and punctuation are spelling; so is a number written as text. Absent is something else. */
function loosely(value: JsonValue, depth: number): JsonValue {
  if (depth > DEPTH_MAX) return value;
  if (typeof value === "number" || typeof value === "string") return looseText(String(value));
  if (Array.isArray(value)) return value.map((element) => loosely(element, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, loosely(member, depth + 1)]));
}

function looseText(text: string): string {
  const trimmed = text.trim();
  if (NUMERIC.test(trimmed)) return String(Number(trimmed));
  const plain = foldCase(trimmed.normalize("NFKC"));
  const bare = plain.replace(/[\s\p{P}]+/gu, "");
  // Nothing but punctuation is all it says.
  return bare === "" ? plain : bare;
}
