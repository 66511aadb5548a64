/**
 * A pin: what one argument must be for a grant to cover it. Both sides are normalised by the field's own rule, the pin
 * when the grant is made, the argument when it is asked for; numbers are compared as exact decimals.
 *
 *  P1 What cannot be compared does not match: an absent value, null, another type, another currency, too many digits.
 *  P2 `as` is how the field was compared when the grant was made. A publish that compares it otherwise makes the pin
 *     match nothing, because `lte: 5000` may have meant cents.
 *  P3 Whoever wrote only an upper bound thought of amounts from zero up: a number below zero does not match. `gt`,
 *     `gte`, `eq` or `in` beside it say that it may.
 */
import { canonicalJson, isJsonObject, type JsonValue } from "../json";
import { compareDecimals } from "../limits/decimal";
import { majorUnits } from "../normalise/money";
import { plainDecimal } from "../normalise/plain-decimal";
import type { NormaliserName } from "../normalise/rule";

export type Operator = "eq" | "in" | "lt" | "lte" | "gt" | "gte";
/** As the operator wrote it. */
export type WrittenPin = { [O in Operator]?: unknown };
/** `values` are normalised: money in major units as a plain decimal. One value, except for `in`. */
export type PinTest = { operator: Operator; values: JsonValue[] };
/** `currency`: the one that was known when the grant was made; null for other fields and where any will do. */
export type Pin = { as: NormaliserName; currency: string | null; written: WrittenPin; tests: PinTest[] };
export type Pins = Record<string, Pin>;

/** A value as a contract's rule reads it. */
export type ReadValue = { as: NormaliserName; normalised: JsonValue };

export const ORDERED: ReadonlySet<NormaliserName> = new Set([
  "money",
  "integer",
  "decimal",
  "date",
  "instant",
  "json",
] as const);
/** Longer numbers are nobody's amount; comparing them would only cost time. */
export const DIGITS_MAX = 1_000;
const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

export function pinHolds(pin: Pin, value: ReadValue): boolean {
  if (value.as !== pin.as || value.normalised === null) return false;
  if (pin.currency !== null && currencyOf(value.normalised) !== pin.currency) return false;
  if (isBelowZero(value) && isBoundedAboveOnly(pin)) return false; // P3
  return pin.tests.every((test) => testHolds(test, value));
}

function isBoundedAboveOnly({ tests }: Pin): boolean {
  return tests.length > 0 && tests.every(({ operator }) => operator === "lt" || operator === "lte");
}

function isBelowZero({ as, normalised }: ReadValue): boolean {
  const number = decimalOf(as, normalised);
  return isDecimal(number) && compareDecimals(number, "0") < 0;
}

function testHolds({ operator, values }: PinTest, value: ReadValue): boolean {
  if (operator === "eq" || operator === "in") return values.some((pinned) => isSame(value, pinned));
  const [bound] = values;
  const order = bound === undefined ? null : compare(value, bound);
  if (order === null) return false;
  switch (operator) {
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
  }
}

function isSame(value: ReadValue, pinned: JsonValue): boolean {
  if (value.as === "money") return compare(value, pinned) === 0;
  return canonicalJson(value.normalised) === canonicalJson(pinned);
}

/** Null where the two have no order. */
function compare({ as, normalised }: ReadValue, bound: JsonValue): number | null {
  if (as === "date" || as === "instant") return compareText(normalised, bound);
  const left = decimalOf(as, normalised);
  const right = as === "json" ? decimalOf(as, bound) : bound;
  if (!isDecimal(left) || !isDecimal(right)) return null;
  return compareDecimals(left, right);
}

/** Years have four digits, so the order of the texts is the order of the instants. */
function compareText(left: JsonValue, right: JsonValue): number | null {
  if (typeof left !== "string" || typeof right !== "string") return null;
  return left < right ? -1 : left > right ? 1 : 0;
}

function decimalOf(as: NormaliserName, value: JsonValue): JsonValue {
  if (as === "json") return typeof value === "number" ? plainDecimal(value) : null;
  if (as === "money") return isMoney(value) && isDecimal(value.minor) ? majorUnits(value) : null;
  return as === "integer" || as === "decimal" ? value : null;
}

export function isDecimal(value: unknown): value is string {
  return typeof value === "string" && value.length <= DIGITS_MAX && PLAIN_DECIMAL.test(value);
}

export function isMoney(value: JsonValue): value is { minor: string; currency: string } {
  return isJsonObject(value) && typeof value["minor"] === "string" && typeof value["currency"] === "string";
}

function currencyOf(value: JsonValue): string | null {
  return isMoney(value) ? value.currency : null;
}
