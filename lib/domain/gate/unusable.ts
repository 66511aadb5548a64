/**
 * What we cannot keep or carry on without changing it, anywhere in a document: half characters (RFC 8785 cannot write
 * them), NUL (Postgres cannot keep it), and members named `__proto__` (too many programs downstream take that for
 * something else, and one of them would drop it silently). Refused, never dropped. Depth is bounded by the parser.
 */
import type { JsonValue } from "../json";
import { appendToken } from "../pointer";

export type Unusable = { pointer: string; message: string };

const REPORTED_MAX = 20;

export function findUnusable(value: JsonValue): Unusable[] {
  // Nearly every document is usable, and then no pointer has to be written.
  return isUsable(value) ? [] : locateUnusable(value, "", []);
}

function isUsable(value: JsonValue): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isUsable);
  for (const name of Object.keys(value)) {
    if (name === "__proto__" || !isStorableText(name) || !isUsable(value[name] as JsonValue)) return false;
  }
  return true;
}

function locateUnusable(value: JsonValue, pointer: string, found: Unusable[]): Unusable[] {
  if (found.length >= REPORTED_MAX) return found;
  if (typeof value === "string" && !isStorableText(value)) found.push({ pointer, message: BAD_TEXT });
  if (typeof value !== "object" || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    const at = appendToken(pointer, name.toWellFormed());
    if (name === "__proto__") found.push({ pointer: at, message: "A member cannot be named __proto__." });
    else if (!isStorableText(name)) found.push({ pointer: at, message: BAD_TEXT });
    else locateUnusable(member, at, found);
  }
  return found;
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

const BAD_TEXT = "Expected text without NUL and without half characters (lone surrogates).";
