/**
 * What can be read of a JSON text that was cut off: every member and element that is whole, its containers closed. A
 * value at the cut is left out, because a number may have gone on (`12` of `1234`).
 */
import type { JsonValue } from "@/lib/domain/json";

type Cut = { length: number; closers: string };

/** Undefined when nothing whole was read. Depth is bounded: what lies deeper is not looked at. */
export function parseJsonPrefix(text: string, depthMax: number): JsonValue | undefined {
  const cut = lastWhole(text, depthMax);
  if (cut === null) return undefined;
  try {
    return JSON.parse(text.slice(0, cut.length) + cut.closers) as JsonValue;
  } catch {
    return undefined; // it was not JSON in the first place
  }
}

function lastWhole(text: string, depthMax: number): Cut | null {
  const open: string[] = [];
  let cut: Cut | null = null;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{" || sign === "[") {
      if (open.length >= depthMax) return cut;
      open.push(sign === "{" ? "}" : "]");
    } else if (sign === "}" || sign === "]") {
      if (open.pop() !== sign) return null;
      cut = { length: at + 1, closers: closersOf(open) };
    } else if (sign === ",") cut = { length: at, closers: closersOf(open) };
  }
  return cut;
}

function closersOf(open: readonly string[]): string {
  return open.toReversed().join("");
}
