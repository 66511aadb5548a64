import type { IntentRow } from "../rows/intent-row";

/** What a search was for, and what of it was found, among the first rows. */
export function searchWords(q: string, rows: readonly IntentRow[]): string {
  const counts = { "an intent’s id": 0, "an effect id": 0, "a run": 0, "a value of an identity field": 0 };
  for (const row of rows) counts[meaningOf(q, row)] += 1;
  const found = Object.entries(counts).flatMap(([meaning, count]) => (count > 0 ? [meaning] : []));
  if (found.length > 0) return `Found as ${joinWords(found)}.`;
  return "Searched whole, as an intent’s id, an effect id, a run and a value of an identity field.";
}

function meaningOf(q: string, { id, effectId, run }: IntentRow) {
  if (id === q) return "an intent’s id";
  if (effectId === q) return "an effect id";
  return run === q ? "a run" : "a value of an identity field";
}

function joinWords(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
