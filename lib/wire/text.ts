import * as z from "zod";

/** Text that Postgres can keep and JSON can carry. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

export const UNSTORABLE_TEXT = "Expected text without NUL and without half characters (lone surrogates).";

export const Text = z.string().refine(isStorableText, { error: UNSTORABLE_TEXT });

export type Unstorable = { path: (string | number)[]; message: string };

const FINDINGS_MAX = 20;

/** What in parsed JSON cannot be stored or would be lost on the way, by its place. Not recursive: depth costs no stack. */
export function findUnstorable(root: unknown): Unstorable[] {
  const found: Unstorable[] = [];
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let at = open.pop(); at !== undefined && found.length < FINDINGS_MAX; at = open.pop()) {
    const { value, path } = at;
    if (typeof value === "string" && !isStorableText(value)) found.push({ path, message: UNSTORABLE_TEXT });
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      value.forEach((element, index) => void open.push({ value: element, path: [...path, index] }));
      continue;
    }
    for (const [name, member] of Object.entries(value)) {
      const place = [...path, name];
      if (name === "__proto__") found.push({ path: place, message: "A member cannot be named __proto__." });
      else if (!isStorableText(name)) found.push({ path: place, message: UNSTORABLE_TEXT });
      else open.push({ value: member, path: place });
    }
  }
  return found;
}
