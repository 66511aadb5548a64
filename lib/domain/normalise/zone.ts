/**
 * Wall clocks of IANA zones. A local time is one instant, none (the clock jumped over it) or two (it was set back);
 * all candidates are tried against the zone's own offset, so gap and overlap are found, not assumed.
 */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
// There are about 600 names; the bound is for spellings that differ by case.
const CLOCKS_MAX = 2_000;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

export type LocalTime = { kind: "one"; epochMs: number } | { kind: "gap" } | { kind: "overlap" };

export function isZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    makeClock(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** How far the zone's wall clock is ahead of UTC at an instant. Old offsets have seconds. */
export function zoneOffsetMs(zone: string, epochMs: number): number {
  const wholeSecondMs = Math.floor(epochMs / SECOND_MS) * SECOND_MS;
  const parts = new Map(
    clockOf(zone)
      .formatToParts(wholeSecondMs)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const wall = new Date(0);
  const year = parts.get("era") === "BC" ? 1 - number("year") : number("year");
  wall.setUTCFullYear(year, number("month") - 1, number("day"));
  wall.setUTCHours(number("hour"), number("minute"), number("second"), 0);
  return wall.getTime() - wholeSecondMs;
}

/** No zone ever changed its clock twice within three days, so a day to either side shows both offsets in question. */
export function resolveLocalTime(zone: string, wallMs: number): LocalTime {
  const offsets = new Set([-DAY_MS, 0, DAY_MS].map((shift) => zoneOffsetMs(zone, wallMs + shift)));
  const instants = [...offsets].map((offset) => wallMs - offset).filter((at) => at + zoneOffsetMs(zone, at) === wallMs);
  const [epochMs] = instants;
  if (epochMs === undefined) return { kind: "gap" };
  return instants.length === 1 ? { kind: "one", epochMs } : { kind: "overlap" };
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = makeClock(zone);
  if (clocks.size < CLOCKS_MAX) clocks.set(zone, clock);
  return clock;
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}
