/**
 * A time that an overview tells of, cut into buckets. Buckets begin at multiples of their width since 1970, UTC, so they
 * stay where they are while time goes on; only the first and the last of a time that somebody named may be shorter.
 */
export type Period = {
  fromMs: number;
  /** Not part of it. */
  toMs: number;
  widthMs: number;
  /** Where each bucket begins; the first at `fromMs`. */
  startsMs: number[];
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const BUCKETS_MAX = 60;
export const PERIOD_MAX_MS = 366 * DAY_MS;

const WIDTHS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 4, 7].map((count) => count * DAY_MS),
];
const WIDEST_MS = 7 * DAY_MS;

/** The last so many milliseconds, in whole buckets: the last of them is still going on. */
export function lastPeriod(nowMs: number, lengthMs: number): Period {
  const widthMs = widthFor(lengthMs);
  const toMs = (Math.floor(nowMs / widthMs) + 1) * widthMs;
  const fromMs = toMs - Math.ceil(lengthMs / widthMs) * widthMs;
  return { fromMs, toMs, widthMs, startsMs: startsOf(fromMs, toMs, widthMs) };
}

/** Exactly this time. */
export function periodBetween(fromMs: number, toMs: number): Period {
  const widthMs = widthFor(toMs - fromMs);
  return { fromMs, toMs, widthMs, startsMs: startsOf(fromMs, toMs, widthMs) };
}

function widthFor(lengthMs: number): number {
  return WIDTHS_MS.find((widthMs) => lengthMs / widthMs <= BUCKETS_MAX) ?? WIDEST_MS;
}

function startsOf(fromMs: number, toMs: number, widthMs: number): number[] {
  const starts = [fromMs];
  for (let at = (Math.floor(fromMs / widthMs) + 1) * widthMs; at < toMs; at += widthMs) starts.push(at);
  return starts;
}
