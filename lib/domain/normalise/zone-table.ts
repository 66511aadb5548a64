/**
 * The IANA time zones that moment-timezone carries, unpacked: the instants at which a zone's offset changes, and the
 * offsets between them. A zone is unpacked when a contract first names it.
 *
 * The data ends with the year 2499. What rules repeat repeats every 400 years of the calendar, which are whole weeks, so
 * later instants are looked up in the last 400 years of the data.
 */
import packed from "moment-timezone/data/packed/latest.json";

export type ZoneTable = {
  /** `offsets[i]` holds before `untils[i]`, the last one from then on. */
  untils: Float64Array;
  offsets: Float64Array;
};

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const CYCLE_MS = 146_097 * 86_400_000;
const DATA_ENDS_AT = Date.UTC(2500, 0, 1);

/** Names are found whatever their case. */
const lines = new Map<string, string>(packed.zones.map((line) => [nameKey(line.slice(0, line.indexOf("|"))), line]));
for (const link of packed.links) {
  const [target = "", alias = ""] = link.split("|");
  const line = lines.get(nameKey(target));
  if (line !== undefined) lines.set(nameKey(alias), line);
}
const tables = new Map<string, ZoneTable>();

/** What the build check takes the digest of. */
export const ZONE_DATA = { zones: packed.zones, links: packed.links };

export function findZone(name: string): ZoneTable | null {
  const line = lines.get(nameKey(name));
  if (line === undefined) return null;
  const known = tables.get(line);
  if (known !== undefined) return known;
  const table = unpack(line);
  tables.set(line, table);
  return table;
}

/** How far the zone's wall clock is ahead of UTC at an instant. */
export function offsetAt({ untils, offsets }: ZoneTable, epochMs: number): number {
  const late = epochMs - DATA_ENDS_AT;
  const at = late < 0 ? epochMs : epochMs - Math.ceil((late + 1) / CYCLE_MS) * CYCLE_MS;
  let low = 0;
  let high = untils.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at < (untils[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return offsets[low] ?? 0;
}

/** `name|abbreviations|offsets|which offset holds when|minutes between changes|…`, numbers to the base of 60. */
function unpack(line: string): ZoneTable {
  const [, , offsets = "", order = "", changes = ""] = line.split("|");
  const minutesWest = offsets.split(" ").map(base60);
  const gaps = changes === "" ? [] : changes.split(" ").map(base60);
  let sum = 0;
  return {
    untils: Float64Array.from(gaps, (gap) => {
      sum += gap;
      return Math.round((sum * MINUTE_MS) / SECOND_MS) * SECOND_MS;
    }),
    // Adding zero turns the negative zero of UTC into zero.
    offsets: Float64Array.from(order, (digit) => -Math.round((minutesWest[base60(digit)] ?? 0) * 60) * SECOND_MS + 0),
  };
}

function base60(text: string): number {
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = text.slice(negative ? 1 : 0).split(".");
  let value = 0;
  for (let at = 0; at < whole.length; at += 1) value = value * 60 + digitOf(whole.charCodeAt(at));
  let unit = 1;
  for (let at = 0; at < fraction.length; at += 1) {
    unit /= 60;
    value += digitOf(fraction.charCodeAt(at)) * unit;
  }
  return negative ? -value : value;
}

/** 0-9, a-z, A-X. */
function digitOf(code: number): number {
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}

function nameKey(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}
