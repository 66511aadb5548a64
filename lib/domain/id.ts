/**
 * Ids: a prefix that says what it names, then 26 characters of Crockford base 32: 48 bits of milliseconds, 80 bits
 * that are random but grow within one millisecond, so that ids made in order sort in order.
 *
 * The last character of a new id is `0`: what is read from one row of the journal bears the row's id with another prefix,
 * or with another last character (`idInRow`).
 */
import { randomBytes } from "node:crypto";

export type IdPrefix =
  | "int"
  | "sub"
  | "att"
  | "dec"
  | "fnd"
  | "grt"
  | "evt"
  | "agt"
  | "opr"
  | "key"
  | "tok"
  | "ses"
  | "pau"
  | "ntf"
  | "byp"
  | "rec"
  | "kad"
  | "era"
  | "prp";

const ALPHABET = [..."0123456789abcdefghjkmnpqrstvwxyz"];
/** All pairs of characters: half the steps to write a number. */
const PAIRS = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));
const PAIR = PAIRS.length;
/** Eight characters: the random part is counted in two halves, because a double is exact only up to 53 bits. */
const HALF = 2 ** 40;
const HALF_LENGTH = 8;
const HALF_BYTES = 5;
const TIME_LENGTH = 10;
/** Asking the system for bytes costs the same for one as for so many. */
const POOL_BYTES = 4_096;

/** How many ids one row of the journal has room for. */
const PLACES = ALPHABET.length;
const PREFIX_LENGTH = "evt_".length;
const ID_TEXT = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

type Entropy = (size: number) => Uint8Array;

export function makeIdSource(now: () => number, entropy: Entropy = makePool(randomBytes)) {
  let lastMs = -1;
  let high = 0;
  let low = 0;
  // What seldom changes is written once.
  let head = "";
  return function newId(prefix: IdPrefix): string {
    const nowMs = now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      const bytes = entropy(2 * HALF_BYTES);
      high = Math.floor(readHalf(bytes, 0) / 2); // room to grow
      low = aligned(readHalf(bytes, HALF_BYTES));
      head = encode(lastMs, TIME_LENGTH) + encode(high, HALF_LENGTH);
    } else {
      low += PLACES * (1 + (entropy(1)[0] ?? 0));
      if (low >= HALF) {
        low -= HALF;
        high += 1;
        head = encode(lastMs, TIME_LENGTH) + encode(high, HALF_LENGTH);
      }
    }
    return `${prefix}_${head}${encode(low, HALF_LENGTH)}`;
  };
}

/** What a row of the journal records, under the name of its own kind. */
export function sameIdAs(prefix: IdPrefix, id: string): string {
  return `${prefix}_${id.slice(PREFIX_LENGTH)}`;
}

/** The id of an event that follows in another's row; `place` counts from 1. */
export function idInRow(rowId: string, place: number): string {
  return rowId.slice(0, -1) + (ALPHABET[place] ?? "");
}

/** The row that an event's id may be read from, where no row has that id itself. */
export function rowOf(eventId: string): string {
  return `${eventId.slice(0, -1)}0`;
}

/** When an id was made, by the clock that made it; 0: it does not say. */
export function idMs(id: string): number {
  const text = id.slice(PREFIX_LENGTH);
  if (!ID_TEXT.test(text)) return 0;
  return [...text.slice(0, TIME_LENGTH)].reduce((ms, one) => ms * ALPHABET.length + ALPHABET.indexOf(one), 0);
}

/** The least id of an instant: a bound for "from" and "to" in lists that are ordered by id. */
export function firstIdAt(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${encode(Math.max(0, Math.floor(atMs)), TIME_LENGTH)}${"0".repeat(2 * HALF_LENGTH)}`;
}

function aligned(low: number): number {
  return low - (low % PLACES);
}

/** Each byte is handed out once. */
function makePool(source: Entropy): Entropy {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (size) => {
    if (used + size > pool.length) {
      pool = source(POOL_BYTES);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}

function readHalf(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let index = from; index < from + HALF_BYTES; index += 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

/** The lowest digits of a whole number in base 32; `length` is even. */
function encode(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let written = 0; written < length; written += 2) {
    const higher = Math.floor(rest / PAIR);
    text = `${PAIRS[rest - higher * PAIR]}${text}`;
    rest = higher;
  }
  return text;
}
