/**
 * The written form of dates and date-times: RFC 3339, `T` or a space, any case, seconds optional. Reading checks
 * that the calendar and the clock have such a moment; it knows nothing of zones.
 */
export type CalendarDate = { year: number; month: number; day: number };
export type Timestamp = {
  date: string;
  /** The written wall clock, counted as if it were UTC. Whole milliseconds; finer digits are in `finer`. */
  wallMs: number;
  /** Null when the text has no offset. */
  offsetMs: number | null;
  /** Digits below a millisecond that are not all zero. */
  finer: boolean;
};

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const DATE_TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?$/;
const NOT_ZERO = /[1-9]/;
const MINUTE_MS = 60_000;

export function parseDate(text: string): CalendarDate | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  // NaN, from a text that did not match, fails the first comparison.
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysIn(date) ? date : null;
}

function daysIn({ year, month }: CalendarDate): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** A leap second (`:60`) and the hour 24 are refused: neither has a place in UTC milliseconds. */
export function parseTimestamp(text: string): Timestamp | null {
  const [, written = "", hour, minute, second = "0", fraction = "", offset] = DATE_TIME.exec(text) ?? [];
  const date = parseDate(written);
  if (date === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offsetMs = offset === undefined ? null : parseOffset(offset);
  if (Number.isNaN(offsetMs)) return null;
  const wall = new Date(0);
  // Not Date.UTC: it reads the years 0 to 99 as 1900 to 1999.
  wall.setUTCFullYear(date.year, date.month - 1, date.day);
  wall.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, "0")));
  return { date: written, wallMs: wall.getTime(), offsetMs, finer: NOT_ZERO.test(fraction.slice(3)) };
}

/** NaN for an offset that no clock shows. */
function parseOffset(offset: string): number {
  if (offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

/** ISO text of an instant, or null outside the years 0000 to 9999, which RFC 3339 cannot write. */
export function isoText(epochMs: number): string | null {
  const text = new Date(epochMs).toISOString();
  return text.length === "0000-00-00T00:00:00.000Z".length ? text : null;
}
