/** Times that move with the clock: a link to "today" means the reader's own day, whenever it is read. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const PERIODS = {
  "1h": { word: "Last hour", fromMs: (nowMs: number) => nowMs - HOUR_MS },
  today: { word: "Today", fromMs: startOfDay },
  "24h": { word: "Last 24 hours", fromMs: (nowMs: number) => nowMs - DAY_MS },
  "7d": { word: "Last 7 days", fromMs: (nowMs: number) => nowMs - 7 * DAY_MS },
  "30d": { word: "Last 30 days", fromMs: (nowMs: number) => nowMs - 30 * DAY_MS },
} as const;

export type PeriodName = keyof typeof PERIODS;

export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[];

export function isPeriod(value: unknown): value is PeriodName {
  return typeof value === "string" && Object.hasOwn(PERIODS, value);
}

function startOfDay(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0);
}
