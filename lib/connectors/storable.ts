import type { JsonValue } from "@/lib/domain/json";

/**
 * A downstream's answer as we can keep it: NUL and half characters replaced, secrets masked inside texts and names.
 * An answer that carries them is still an answer; refusing to store it would turn a known success into a doubt.
 * Depth is bounded by whoever parsed it.
 */
export function makeStorable(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === "string") return makeStorableText(value, redact);
  if (Array.isArray(value)) return value.map((item) => makeStorable(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [makeStorableText(name, redact), makeStorable(member, redact)]),
  );
}

export function makeStorableText(text: string, redact: (text: string) => string): string {
  return redact(text).toWellFormed().replaceAll("\u0000", "\ufffd");
}

/** Only what is redacted may be cut: of a secret at the cut, half would be left for all to read. */
export function shortenText(redacted: string, lengthMax: number): string {
  return redacted.slice(0, lengthMax).toWellFormed();
}
