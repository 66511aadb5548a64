import type { JsonValue } from "@/lib/domain/json";

const CHARACTERS_MAX = 300;

/** A value for a row: as it was written, cut visibly. The whole of it is on the intent's own page. */
export function shortWords(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const characters = Array.from(text.slice(0, 2 * CHARACTERS_MAX));
  return characters.length > CHARACTERS_MAX || text.length > 2 * CHARACTERS_MAX
    ? `${characters.slice(0, CHARACTERS_MAX).join("")}…`
    : text;
}
