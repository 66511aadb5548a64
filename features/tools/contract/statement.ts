/** One thing that a contract says, as a sentence; beside it what it was read from, where that is code. */
export type Statement = { text: string; code?: string };

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** At the end of a sentence: a quotation that ends in a full stop needs no second one. */
export function quotedEnd(text: string): string {
  return /[.!?…]$/.test(text) ? quoted(text) : `${quoted(text)}.`;
}

export function quoted(text: string): string {
  return `“${text}”`;
}
