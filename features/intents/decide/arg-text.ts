/** A value as a person reads it: text as it was written, anything else as JSON. */
export function argText(value: unknown): string {
  if (value === "") return "(empty)";
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");
}

/** The value under a pointer of one name, whole; undefined where it is deeper, or absent. */
export function argAt(args: Record<string, unknown>, pointer: string): { name: string; value: unknown } | undefined {
  const [, token, ...deeper] = pointer.split("/");
  if (token === undefined || deeper.length > 0) return undefined;
  const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
  return Object.hasOwn(args, name) ? { name, value: args[name] } : undefined;
}
