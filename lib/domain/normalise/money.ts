/**
 * Money becomes `{minor, currency}`: an integer of minor units as text, and an active ISO 4217 code. It is never
 * rounded: an amount with more fraction digits than its currency has is refused, even if they are zeros, because
 * whoever wrote them may have meant another currency or a grouped number.
 */

import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { currencyExponent } from "./currency-codes";
import { readAmount, type WrittenAmount } from "./money-text";
import { accept, type NormaliseContext, type Normalised, refuse } from "./normalised";
import { integerText } from "./number";
import { joinDecimal, plainDecimal } from "./plain-decimal";
import { normaliseForm, toUpper } from "./unicode";

export type Money = { minor: string; currency: string };
/** Either a fixed code or the pointer of the argument that holds it. */
export type MoneyRule = { unit: "major" | "minor"; currency?: string | undefined; code?: string | undefined };

const THREE_LETTERS = /^[A-Za-z]{3}$/;

export function normaliseMoney(rule: MoneyRule, value: JsonValue, context: NormaliseContext): Normalised {
  const currency = rule.code ?? readCurrency(context.at(rule.currency ?? ""));
  const exponent = currency === null ? undefined : currencyExponent(currency);
  if (currency === null || exponent === undefined) {
    return refuse("Expected an amount with an active ISO 4217 currency code beside it, such as USD.");
  }
  const minor = rule.unit === "minor" ? integerText(value) : minorUnits(value, currency, exponent);
  if (minor !== null) return accept({ minor, currency } satisfies Money);
  return refuse(
    rule.unit === "minor"
      ? `Expected a whole number of minor units of ${currency}, such as 8000.`
      : `Expected an amount in ${currency} such as ${exponent === 0 ? "80" : `80.${"0".repeat(exponent)}`}, ` +
          `with at most ${exponent} fraction digits and no ambiguous grouping or contradicting sign.`,
  );
}

function readCurrency(value: JsonValue | undefined): string | null {
  if (typeof value !== "string") return null;
  // An active code as the standard writes it is its own normal form.
  if (currencyExponent(value) !== undefined) return value;
  const code = normaliseForm(trimWhiteSpace(value), "NFKC");
  return THREE_LETTERS.test(code) ? toUpper(code) : null;
}

function minorUnits(value: JsonValue, currency: string, exponent: number): string | null {
  const amount = typeof value === "string" ? readAmount(value, currency, exponent) : numberAmount(value);
  if (amount === null || amount.fraction.length > exponent) return null;
  return joinDecimal(amount.negative, `${amount.whole}${amount.fraction.padEnd(exponent, "0")}`, "");
}

function numberAmount(value: JsonValue): WrittenAmount | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  const text = plainDecimal(Math.abs(value));
  const point = text.indexOf(".");
  if (point === -1) return { negative: value < 0, whole: text, fraction: "" };
  return { negative: value < 0, whole: text.slice(0, point), fraction: text.slice(point + 1) };
}

/** The amount in major units, exactly, with the currency's fraction digits trimmed: `80`, `80.5`. */
export function majorUnits(money: Money): string {
  const exponent = currencyExponent(money.currency) ?? 0;
  return joinDecimal(money.minor.startsWith("-"), money.minor.replace("-", ""), "", -exponent);
}
