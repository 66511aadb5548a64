/** RFC 6901 pointers as contracts write them: `~0` is `~`, `~1` is `/`, and the token `*` is every array element. */
import { isJsonObject, type JsonValue } from "./json";

export const EVERY_ELEMENT = "*";
export const POINTER_DEPTH_MAX = 64;
const WELL_FORMED = /^(?:\/(?:[^~/]|~[01])*)+$/u;
const ARRAY_INDEX = /^(?:0|[1-9][0-9]*)$/;

/** The empty pointer, all args at once, names no field. */
export function isPointer(text: string): boolean {
  return text.startsWith("/") && WELL_FORMED.test(text) && parsePointer(text).length <= POINTER_DEPTH_MAX;
}

export function parsePointer(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) => (token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token));
}

export function appendToken(pointer: string, token: string | number): string {
  if (typeof token === "number") return `${pointer}/${token}`;
  const isPlain = !token.includes("~") && !token.includes("/");
  return `${pointer}/${isPlain ? token : token.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function isArrayIndex(token: string): boolean {
  return ARRAY_INDEX.test(token);
}

/** Own members only: `/constructor` of an object that has none is absent. */
export function valueAt(root: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of tokens) {
    if (Array.isArray(value)) value = isArrayIndex(token) ? value[Number(token)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, token) ? value[token] : undefined;
    else return undefined;
  }
  return value;
}
