/** Which two versions are compared. Lives in the address, so that a comparison can be sent to somebody. */
export type VersionPair = { from: number; to: number };

/** What the address asks for, else the newest with the one before it; null: there is only one. */
export function parsePair(search: URLSearchParams, newest: number): VersionPair | null {
  const from = parseVersion(search.get("from"), newest);
  const to = parseVersion(search.get("to"), newest);
  if (from !== null && to !== null) return { from, to };
  if (to !== null && to > 1) return { from: to - 1, to };
  if (from !== null) return { from, to: newest };
  return newest < 2 ? null : { from: newest - 1, to: newest };
}

export function pairPath(tool: string, { from, to }: VersionPair): string {
  return `/tools/${encodeURIComponent(tool)}/versions?from=${from}&to=${to}`;
}

function parseVersion(text: string | null, newest: number): number | null {
  const version = text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  return version !== null && version <= newest ? version : null;
}
