/** Time along an axis, in the reader's own zone. */
import type { Tick } from "./plot-ticks";

export type Span = { fromMs: number; toMs: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * HOUR_MS),
];
const STEPS_DAYS = [1, 2, 3, 5, 7, 10, 14, 28, 56, 84];

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** At round times: full hours, midnights; at most so many. */
export function timeTicks({ fromMs, toMs }: Span, most: number): Tick[] {
  const lengthMs = toMs - fromMs;
  const stepMs = STEPS_MS.find((step) => lengthMs / step <= most);
  const instants =
    stepMs === undefined
      ? midnights(fromMs, toMs, STEPS_DAYS.find((days) => lengthMs / DAY_MS / days <= most) ?? 84)
      : clockTimes(fromMs, toMs, stepMs);
  return instants.map((ms) => ({ place: (ms - fromMs) / lengthMs, label: labelOf(ms) }));
}

/** Counted from each midnight anew: a day of 23 or 25 hours shifts none but its own. */
function clockTimes(fromMs: number, toMs: number, stepMs: number): number[] {
  const found: number[] = [];
  for (let day = midnight(fromMs, 0); day < toMs; day = midnight(day, 1)) {
    const next = midnight(day, 1);
    for (let ms = day; ms < next && ms < toMs; ms += stepMs) if (ms >= fromMs) found.push(ms);
  }
  return found;
}

function midnights(fromMs: number, toMs: number, stepDays: number): number[] {
  const found: number[] = [];
  const first = midnight(fromMs, 0) < fromMs ? midnight(fromMs, 1) : fromMs;
  for (let ms = first; ms < toMs; ms = midnight(ms, stepDays)) found.push(ms);
  return found;
}

/** So many days after the midnight before. */
function midnight(ms: number, days: number): number {
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

function labelOf(ms: number): string {
  return ms === midnight(ms, 0) ? DAY.format(ms) : CLOCK.format(ms);
}

/** "17 Nov, 14:00 – 14:30"; whole days without a clock; to the next day with both. */
export function spanWords({ fromMs, toMs }: Span): string {
  const isDays = fromMs === midnight(fromMs, 0) && toMs === midnight(toMs, 0);
  if (isDays) {
    const lastMs = midnight(toMs, -1);
    return lastMs <= fromMs ? DAY.format(fromMs) : `${DAY.format(fromMs)} – ${DAY.format(lastMs)}`;
  }
  const isOneDay = midnight(fromMs, 0) === midnight(toMs, 0);
  return `${instantWords(fromMs)} – ${isOneDay ? CLOCK.format(toMs) : instantWords(toMs)}`;
}

function instantWords(ms: number): string {
  return `${DAY.format(ms)}, ${CLOCK.format(ms)}`;
}
