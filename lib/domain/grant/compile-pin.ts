/** From what an operator wrote to a pin: every value must be one that the field's own rule could give. */
import type { JsonValue } from "../json";
import { majorUnits, normaliseMoney } from "../normalise/money";
import { accept, type Normalised, refuse } from "../normalise/normalised";
import { normaliseDecimal } from "../normalise/number";
import type { FieldRule } from "../normalise/rule";
import { appendToken } from "../pointer";
import { isDecimal, isMoney, type Operator, ORDERED, type Pin, type PinTest, type WrittenPin } from "./pin";
import type { Place } from "./pin-place";

export type GrantError = { pointer: string; message: string };
/** What else is pinned: an amount is read in the currency that is pinned beside it. */
export type Where = Readonly<Record<string, WrittenPin>>;
type Compiled = { pin: Pin; errors: GrantError[] };
type Found = Extract<Place, { ok: true }>;

const OPERATORS: readonly Operator[] = ["eq", "in", "lt", "lte", "gt", "gte"];

/** `at` leads to the pin in the body. */
export function compilePin(place: Found, written: WrittenPin, where: Where, at: string): Compiled {
  const currency = knownCurrency(place.rule, where);
  const tests: PinTest[] = [];
  const errors: GrantError[] = [];
  for (const operator of OPERATORS) {
    if (written[operator] === undefined) continue;
    const pointer = appendToken(at, operator);
    const asked = operator === "in" ? written.in : [written[operator]];
    const values = (Array.isArray(asked) ? asked : []).map((value) => readValue(place, operator, value, currency));
    const wrong = values.find((value) => !value.ok);
    if (wrong !== undefined && !wrong.ok) errors.push({ pointer, message: wrong.message });
    else tests.push({ operator, values: values.flatMap((value) => (value.ok ? [value.value] : [])) });
  }
  if (tests.length === 0 && errors.length === 0) {
    errors.push({ pointer: at, message: `Expected at least one of ${OPERATORS.join(", ")}.` });
  }
  return { pin: { as: place.as, currency, written, tests }, errors };
}

function readValue(place: Found, operator: Operator, written: unknown, currency: string | null): Normalised {
  if (written === null) return refuse("null cannot be pinned: it may just as well mean that the argument is absent.");
  const ordered = operator !== "eq" && operator !== "in";
  if (ordered && !ORDERED.has(place.as)) return refuse(`What is compared as ${place.as} has no order: use eq or in.`);
  const value = written as JsonValue;
  if (place.as === "money") return readAmount(value, currency);
  if (ordered && place.as === "json" && typeof value !== "number") return refuse("Expected a number.");
  const read = place.normalise(value, { at: () => undefined });
  return read.ok && ordered && typeof read.value === "string" && !isOrderable(place, read.value) ? TOO_LONG : read;
}

/** Major units as an exact decimal. Without a currency nobody can say how many fraction digits are too many. */
export function readAmount(value: JsonValue, currency: string | null): Normalised {
  const read =
    currency === null
      ? normaliseDecimal(value)
      : normaliseMoney({ unit: "major", code: currency }, value, { at: () => undefined });
  if (!read.ok) return read;
  const amount = isMoney(read.value) ? majorUnits(read.value) : read.value;
  return isDecimal(amount) ? accept(amount) : TOO_LONG;
}

/** The contract's own, or the one that this grant pins. */
export function knownCurrency(rule: FieldRule | null, where: Where): string | null {
  if (rule?.as !== "money") return null;
  if (rule.code !== undefined) return rule.code;
  const pointer = rule.currency ?? "";
  const pinned = Object.hasOwn(where, pointer) ? onlyValue(where[pointer] ?? {}) : undefined;
  const probe = normaliseMoney({ unit: "minor", currency: pointer }, 0, { at: () => pinned as JsonValue | undefined });
  return probe.ok && isMoney(probe.value) ? probe.value.currency : null;
}

function onlyValue({ eq, in: list }: WrittenPin): unknown {
  if (eq !== undefined) return eq;
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}

function isOrderable({ as }: Found, value: string): boolean {
  return as === "date" || as === "instant" || isDecimal(value);
}

const TOO_LONG = refuse("Expected a number that is not longer than any amount.");
