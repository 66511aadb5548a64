export type TextBound = { charactersMax: number; linesMax: number };

/** The start of a text that fits both bounds, cut between code points; null when all of it fits. */
export function boundText(text: string, { charactersMax, linesMax }: TextBound): string | null {
  const lines = text.split("\n");
  const fewLines = lines.length > linesMax ? lines.slice(0, linesMax).join("\n") : text;
  // A string never has more code points than code units, so short ones need no counting.
  if (fewLines.length <= charactersMax) return fewLines.length === text.length ? null : fewLines;
  const characters = Array.from(fewLines);
  if (characters.length > charactersMax) return characters.slice(0, charactersMax).join("");
  return fewLines.length === text.length ? null : fewLines;
}
