import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { accept, type Normalised, refuse } from "./normalised";
import { isoText, parseDate, parseTimestamp } from "./timestamp";
import { resolveLocalTime, zoneOffsetMs } from "./zone";

const DATE_LENGTH = 10;

/** A local date-time names its date itself; only an instant has to be looked up in the zone. */
export function normaliseDate(value: JsonValue, zone: string | undefined): Normalised {
  const text = typeof value === "string" ? trimWhiteSpace(value) : "";
  if (parseDate(text)) return accept(text);
  if (zone === undefined) return refuse("Expected a date such as 2024-05-01.");
  const expected = `Expected a date such as 2024-05-01, or a date-time (in ${zone} if it has no offset).`;
  const stamp = parseTimestamp(text);
  if (stamp === null) return refuse(expected);
  if (stamp.offsetMs === null) return accept(stamp.date);
  const epochMs = stamp.wallMs - stamp.offsetMs;
  const local = isoText(epochMs + zoneOffsetMs(zone, epochMs));
  return local === null ? refuse(expected) : accept(local.slice(0, DATE_LENGTH));
}

export function normaliseInstant(value: JsonValue, zone: string | undefined): Normalised {
  const expected = `Expected a date-time such as 2024-05-15T10:00:00Z${zone ? "" : ", with its offset"}.`;
  const stamp = typeof value === "string" ? parseTimestamp(trimWhiteSpace(value)) : null;
  if (stamp === null) return refuse(expected);
  if (stamp.finer) return refuse("Expected a date-time that is not finer than a millisecond.");
  if (stamp.offsetMs !== null) return instant(stamp.wallMs - stamp.offsetMs, expected);
  if (zone === undefined) return refuse(expected);
  const local = resolveLocalTime(zone, stamp.wallMs);
  if (local.kind === "one") return instant(local.epochMs, expected);
  return refuse(
    local.kind === "gap"
      ? `Expected a time that exists in ${zone}: clocks were moved forward over this one. Add the offset.`
      : `Expected a time that is unique in ${zone}: clocks were set back over this one. Add the offset.`,
  );
}

function instant(epochMs: number, expected: string): Normalised {
  const text = isoText(epochMs);
  return text === null ? refuse(expected) : accept(text);
}
