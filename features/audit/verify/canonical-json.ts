/** RFC 8785: members in the order of their UTF-16 code units, no white space, numbers as ECMAScript prints them. */

/** Null: it has no canonical form. */
export function canonicalJson(value: unknown): string | null {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value === "string") return value.isWellFormed() ? JSON.stringify(value) : null;
  if (Array.isArray(value)) return joined(value.map(canonicalJson), "[", "]");
  if (typeof value !== "object") return null;
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => {
      const [key, text] = [canonicalJson(name), canonicalJson(member)];
      return key === null || text === null ? null : `${key}:${text}`;
    });
  return joined(members, "{", "}");
}

function joined(parts: (string | null)[], open: string, close: string): string | null {
  return parts.includes(null) ? null : `${open}${parts.join(",")}${close}`;
}
