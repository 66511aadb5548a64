/**
 * What one call adds to a `sum` limit, read from its normalised fields.
 *
 *  S1 A field that is absent or null adds nothing; so does a negative amount, element by element: `[100, -100]` must
 *     not buy room that `[100]` would not.
 *  S2 What stands where an amount was expected and cannot be read as one (an object in the place of an array of lines,
 *     a number longer than the store keeps) adds more than any maximum: a person looks at it (L8).
 *  S3 Currencies are never added to each other.
 */
import type { Money } from "../normalise/money";
import type { FieldReport } from "../normalise/normalise-args";
import type { FieldRule } from "../normalise/rule";
import { EVERY_ELEMENT, parsePointer } from "../pointer";
import { sumDecimals } from "./decimal";

/** Where the amounts are; `head` is the part before the first `*`, which rules most fields out cheaply. */
export type AmountPath = { tokens: readonly string[]; head: string };

/** Null where what is counted is no money, or money whose currency cannot be told. */
export type Amount = { currency: string | null; amount: string };

/** Every double fits, written out; Postgres keeps more. */
const AMOUNT_CHARS_MAX = 400;
/** A maximum has at most 15 digits, and 19 in minor units of any currency. */
const MORE_THAN_ANY_MAX = `1${"0".repeat(20)}`;

export function compilePath(pointer: string): AmountPath {
  const written = pointer.split("/");
  const every = written.indexOf(EVERY_ELEMENT);
  return { tokens: parsePointer(pointer), head: (every === -1 ? written : written.slice(0, every)).join("/") };
}

/** One for each currency that occurs; none at all if there is no amount and nothing says in which currency it is 0. */
export function amountsAt(path: AmountPath, rule: FieldRule | undefined, fields: readonly FieldReport[]): Amount[] {
  const fixed = rule?.as === "money" ? (rule.code ?? null) : null;
  const found = new Map<string | null, string[]>();
  for (const field of fields) {
    if (field.normalised === null || !isOnOneLine(field.pointer, path.head)) continue;
    const tokens = parsePointer(field.pointer);
    if (!leadsTo(tokens, path.tokens)) continue;
    const { currency, amount } = toAmount(field, tokens.length === path.tokens.length, fixed);
    const amounts = found.get(currency);
    if (amounts === undefined) found.set(currency, [amount]);
    else amounts.push(amount);
  }
  if (found.size === 0) return rule?.as === "money" && fixed === null ? [] : [{ currency: fixed, amount: "0" }];
  return [...found].map(([currency, amounts]) => ({ currency, amount: sumDecimals(amounts) }));
}

/** One of them is the other or lies above it. A shape (`#/items`) is on no line: it is no value. */
function isOnOneLine(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/**
 * At the wanted place, or above it: then the field was not taken apart and hides whatever it holds. A member of an
 * object in the place of an element counts like one.
 */
function leadsTo(tokens: readonly string[], wanted: readonly string[]): boolean {
  if (tokens.length > wanted.length) return false;
  return tokens.every((token, index) => wanted[index] === EVERY_ELEMENT || wanted[index] === token);
}

function toAmount(field: FieldReport, isInPlace: boolean, fixed: string | null): Amount {
  if (isInPlace && (field.as === "integer" || field.as === "decimal")) {
    return { currency: null, amount: bounded(field.normalised as string) };
  }
  if (isInPlace && field.as === "money") {
    const { minor, currency } = field.normalised as Money;
    return { currency, amount: bounded(minor) };
  }
  return { currency: fixed, amount: MORE_THAN_ANY_MAX };
}

function bounded(amount: string): string {
  if (amount.startsWith("-")) return "0";
  return amount.length > AMOUNT_CHARS_MAX ? MORE_THAN_ANY_MAX : amount;
}
