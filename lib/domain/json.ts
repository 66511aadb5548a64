/** JSON as data, and its one canonical form (RFC 8785): everything that is hashed goes through `canonicalJson`. */
import canonicalize from "canonicalize";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };
export type JsonObject = { [name: string]: JsonValue };

/** Refuses what has no canonical form (lone surrogates, non-finite numbers) instead of hashing something else. */
export function canonicalJson(value: JsonValue): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("This value has no canonical JSON form.");
  return text;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
