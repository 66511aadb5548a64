/** The window of a limit: it slides (`24h`) or follows the UTC calendar (`day`, `week` from Monday, `month`). */
import { parseDurationMs } from "../duration";

const CALENDAR_UNITS = ["day", "week", "month"] as const;
type CalendarUnit = (typeof CALENDAR_UNITS)[number];

export type LimitWindow = { kind: "sliding"; ms: number } | { kind: "calendar"; unit: CalendarUnit };

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday, three days after a Monday. */
const EPOCH_WEEKDAY = 3;

/** Null for what is neither a duration nor a calendar unit. */
export function parseWindow(text: string): LimitWindow | null {
  const unit = CALENDAR_UNITS.find((name) => name === text);
  if (unit !== undefined) return { kind: "calendar", unit };
  const ms = parseDurationMs(text);
  return ms === null ? null : { kind: "sliding", ms };
}

export function loadWindow(text: string): LimitWindow {
  const window = parseWindow(text);
  if (window === null) throw new TypeError(`Not a window: ${text}`); // the definition's schema admits no other
  return window;
}

/** The first millisecond that counts: a reservation made exactly one sliding window ago no longer does. */
export function windowStart(text: string, atMs: number): number {
  const window = loadWindow(text);
  if (window.kind === "sliding") return atMs - window.ms + 1;
  const days = Math.floor(atMs / DAY_MS);
  switch (window.unit) {
    case "day":
      return days * DAY_MS;
    case "week":
      return (days - ((days + EPOCH_WEEKDAY) % WEEK_DAYS)) * DAY_MS;
    case "month": {
      const date = new Date(atMs);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
  }
}
