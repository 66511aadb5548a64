/** `Prefer: wait=N` (RFC 7240): at most a minute; what cannot be read is ignored, what is used is said. */
const WAIT_MAX_S = 60;

export function parseWaitSeconds(header: string | undefined): number {
  for (const preference of (header ?? "").split(",")) {
    const match = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;.*)?$/i.exec(preference);
    if (match !== null) return Math.min(Number(match[1]), WAIT_MAX_S);
  }
  return 0;
}
