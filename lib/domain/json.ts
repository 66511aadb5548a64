/** JSON as data, and its one canonical form (RFC 8785): everything that is hashed goes through `canonicalJson`. */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };
export type JsonObject = { [name: string]: JsonValue };

/** Far more than any document that is let in; a cycle is deeper than any bound. */
const DEPTH_MAX = 2_000;
/** Up to here the two loops of `sortFew` cost less than a call of `sort`. */
const FEW_NAMES_MAX = 16;
/** ASCII without quote, backslash and controls: between quotes it is its own JSON. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/**
 * Refuses what has no canonical form (lone surrogates, non-finite numbers) instead of hashing something else. Written
 * here because a submission is written five times over; a property compares every byte with the package `canonicalize`.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return writeText(value);
    case "number":
      // As ECMAScript prints it, which RFC 8785 prescribes; `-0` prints as `0`.
      if (Number.isFinite(value)) return String(value);
      break;
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth < DEPTH_MAX) return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
      break;
  }
  throw new TypeError("This value has no canonical JSON form.");
}

function writeText(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("Text with half a character (a lone surrogate) has no canonical form.");
  return JSON.stringify(text);
}

/** As in JSON, an element that is undefined is null, and a member that is undefined is absent. */
function writeArray(elements: readonly unknown[], depth: number): string {
  let text = "[";
  for (let index = 0; index < elements.length; index += 1) {
    text += `${index === 0 ? "" : ","}${write(elements[index] ?? null, depth + 1)}`;
  }
  return `${text}]`;
}

function writeObject(object: object, depth: number): string {
  if ("toJSON" in object && typeof object.toJSON === "function") return write(object.toJSON(), depth + 1);
  const names = Object.keys(object);
  if (names.length > FEW_NAMES_MAX) names.sort();
  else sortFew(names);
  let text = "{";
  for (const name of names) {
    const member = (object as Record<string, unknown>)[name];
    if (member === undefined) continue;
    text += `${text === "{" ? "" : ","}${writeText(name)}:${write(member, depth + 1)}`;
  }
  return `${text}}`;
}

/** In place, by UTF-16 code units, as `sort` would. */
function sortFew(names: string[]): void {
  for (let next = 1; next < names.length; next += 1) {
    const name = names[next] as string;
    let at = next;
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string;
    names[at] = name;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy that shares nothing, for whoever changes it: `structuredClone` for JSON, without what that costs. */
export function copyJson<T extends JsonValue>(value: T): T;
export function copyJson(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => copyJson(element));
  // Spreading makes members of its own, `__proto__` too, so the assignments below never meet a setter.
  const copy = { ...value };
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (typeof member === "object" && member !== null) copy[name] = copyJson(member);
  }
  return copy;
}
