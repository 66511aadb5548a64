import type { ExplainedField } from "@/lib/wire/explained-field";

/** Pointers of what runs though nobody wrote it: the contract's schema filled it in. */
export function defaultsAmong(
  fields: readonly ExplainedField[],
  written: Record<string, unknown> | null,
): ReadonlySet<string> {
  if (written === null) return new Set();
  return new Set(fields.flatMap(({ pointer }) => (isWritten(written, pointer) ? [] : pointer)));
}

/** A null for an optional field counts as absent: models write both. */
function isWritten(args: Record<string, unknown>, pointer: string): boolean {
  let value: unknown = args;
  for (const token of pointer.replace(/^#/, "").split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return value !== null;
}
