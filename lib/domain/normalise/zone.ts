/**
 * Wall clocks of IANA zones. A local time is one instant, none (the clock jumped over it) or two (it was set back);
 * all candidates are tried against the zone's own offset, so gap and overlap are found, not assumed.
 */
import { clockThen, isZoneThen } from "./first-edition";
import { findZone, offsetAt } from "./zone-table";

const DAY_MS = 86_400_000;

/** How far a zone's wall clock is ahead of UTC at an instant. */
export type Clock = (epochMs: number) => number;
export type LocalTime = { kind: "one"; epochMs: number } | { kind: "gap" } | { kind: "overlap" };

export function isZone(name: string): boolean {
  return findZone(name) !== null;
}

/** A version that the first edition stored may name a zone that only its Node knew: it can be read by engine 1 alone. */
export function isStoredZone(name: string): boolean {
  return isZone(name) || isZoneThen(name);
}

export function makeClock(zone: string, engine: number): Clock {
  if (engine === 1) return clockThen(zone);
  const table = findZone(zone);
  if (table === null) throw new RangeError(`Unknown time zone ${zone}.`);
  return (epochMs) => offsetAt(table, epochMs);
}

/** No zone ever changed its clock twice within three days, so a day to either side shows both offsets in question. */
export function resolveLocalTime(clock: Clock, wallMs: number): LocalTime {
  const offsets = new Set([-DAY_MS, 0, DAY_MS].map((shift) => clock(wallMs + shift)));
  const instants = [...offsets].map((offset) => wallMs - offset).filter((at) => at + clock(at) === wallMs);
  const [epochMs] = instants;
  if (epochMs === undefined) return { kind: "gap" };
  return instants.length === 1 ? { kind: "one", epochMs } : { kind: "overlap" };
}
