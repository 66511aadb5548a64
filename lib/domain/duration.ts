const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Longer than any window anybody means; keeps sums of instants and durations exact. */
const DURATION_MAX_MS = 3_650 * UNIT_MS.d;

/** `500ms`, `10s`, `15m`, `24h`, `7d`; null for anything else. */
export function parseDurationMs(text: string): number | null {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  if (match === null) return null;
  const ms = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  return ms <= DURATION_MAX_MS ? ms : null;
}
