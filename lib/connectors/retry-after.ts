/** However long a downstream asks us to wait, somebody else waits for the answer. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/** Seconds or an HTTP date; the date is compared with the answer's own clock, where it tells one. Null: nothing usable. */
export function retryAfterMs(headers: Record<string, string>, now: () => number = Date.now): number | null {
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : parseDate(text) - clockOf(headers, now);
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

/** `Date.parse` alone takes "-5" for a year. */
function parseDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? .*(?:GMT|\d{4})$/.test(text) ? Date.parse(text) : Number.NaN;
}

function clockOf(headers: Record<string, string>, now: () => number): number {
  const told = parseDate(headers["date"] ?? "");
  return Number.isNaN(told) ? now() : told;
}
