import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { accept, type Normalised, type Normaliser, refuse } from "./normalised";
import { isoText, parseDate, parseTimestamp } from "./timestamp";
import { type Clock, makeClock, resolveLocalTime } from "./zone";

/** `zone` as the contract names it, with its clock. */
type Place = { zone: string; clock: Clock };

const DATE_LENGTH = 10;

export function makeDate(zone: string | undefined, engine: number): Normaliser {
  const place = placeOf(zone, engine);
  return (value) => normaliseDate(value, place);
}

export function makeInstant(zone: string | undefined, engine: number): Normaliser {
  const place = placeOf(zone, engine);
  return (value) => normaliseInstant(value, place);
}

function placeOf(zone: string | undefined, engine: number): Place | null {
  return zone === undefined ? null : { zone, clock: makeClock(zone, engine) };
}

/** A local date-time names its date itself; only an instant has to be looked up in the zone. */
function normaliseDate(value: JsonValue, place: Place | null): Normalised {
  const text = typeof value === "string" ? trimWhiteSpace(value) : "";
  if (parseDate(text)) return accept(text);
  if (place === null) return refuse("Expected a date such as 2024-05-01.");
  const expected = `Expected a date such as 2024-05-01, or a date-time (in ${place.zone} if it has no offset).`;
  const stamp = parseTimestamp(text);
  if (stamp === null) return refuse(expected);
  if (stamp.offsetMs === null) return accept(stamp.date);
  const epochMs = stamp.wallMs - stamp.offsetMs;
  const local = isoText(epochMs + place.clock(epochMs));
  return local === null ? refuse(expected) : accept(local.slice(0, DATE_LENGTH));
}

function normaliseInstant(value: JsonValue, place: Place | null): Normalised {
  const expected = `Expected a date-time such as 2024-05-15T10:00:00Z${place ? "" : ", with its offset"}.`;
  const stamp = typeof value === "string" ? parseTimestamp(trimWhiteSpace(value)) : null;
  if (stamp === null) return refuse(expected);
  if (stamp.finer) return refuse("Expected a date-time that is not finer than a millisecond.");
  if (stamp.offsetMs !== null) return instant(stamp.wallMs - stamp.offsetMs, expected);
  if (place === null) return refuse(expected);
  const local = resolveLocalTime(place.clock, stamp.wallMs);
  if (local.kind === "one") return instant(local.epochMs, expected);
  return refuse(
    local.kind === "gap"
      ? `Expected a time that exists in ${place.zone}: clocks were moved forward over this one. Add the offset.`
      : `Expected a time that is unique in ${place.zone}: clocks were set back over this one. Add the offset.`,
  );
}

function instant(epochMs: number, expected: string): Normalised {
  const text = isoText(epochMs);
  return text === null ? refuse(expected) : accept(text);
}
