const FIELDS_MAX = 8;
const VALUE_CHARACTERS_MAX = 60;

/** Args on one line, for a row: the first fields by name. The whole of them is on the intent's own page. */
export function argsSentence(args: Record<string, unknown>): string {
  const entries = Object.entries(args);
  if (entries.length === 0) return "no args";
  const fields = entries.slice(0, FIELDS_MAX).map(([name, value]) => `${cut(name)} ${cut(inWords(value))}`);
  const restCount = entries.length - fields.length;
  return restCount > 0 ? `${fields.join(" · ")} · and ${restCount} more` : fields.join(" · ");
}

function inWords(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value) ?? "null";
}

function cut(text: string): string {
  if (text.length <= VALUE_CHARACTERS_MAX) return text;
  return `${Array.from(text).slice(0, VALUE_CHARACTERS_MAX).join("")}…`;
}
