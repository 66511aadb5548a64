/** A value as the wire has it, in one line; what is absent says so. */
export function valueText(value: unknown): string {
  return value === undefined ? "absent" : (JSON.stringify(value) ?? String(value));
}
