/** One thing that a contract says, as a sentence; beside it what it was read from, where that is code. */
export type Statement = { text: string; code?: string };

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export function quoted(text: string): string {
  return `“${text}”`;
}
