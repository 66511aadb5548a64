/**
 * What one use takes from a grant's ceiling. Money is added in minor units and per currency; plain numbers have the
 * currency "". What cannot be added up (absent, negative, several currencies) is covered by no grant with a ceiling:
 * a refund without an amount may well be a full one, and a negative amount must not buy room for another.
 */
import { addDecimals, compareDecimals, sumDecimals } from "../limits/decimal";
import { majorUnits } from "../normalise/money";
import type { ValuesAt } from "./asked-values";
import { isDecimal, isMoney, type ReadValue } from "./pin";

export type Spend = { amount: string; currency: string };
export type Ceiling = { sumMax: string | null; sumOf: string | null; sums: Record<string, string> };

const NOTHING: Spend = { amount: "0", currency: "" };

/** Null: over the ceiling, or nobody can tell. */
export function findSpend(ceiling: Ceiling, valuesAt: ValuesAt): Spend | null {
  const spend = ceiling.sumOf === null ? null : addUp(valuesAt(ceiling.sumOf));
  if (ceiling.sumMax === null) return spend ?? NOTHING;
  return spend !== null && fits(ceiling.sumMax, spendSum(ceiling.sums, spend), spend.currency) ? spend : null;
}

/** The sum after it. */
export function spendSum(sums: Record<string, string>, { amount, currency }: Spend): string {
  return addDecimals(sums[currency] ?? "0", amount);
}

function fits(sumMax: string, sum: string, currency: string): boolean {
  if (!isDecimal(sumMax)) return false;
  return compareDecimals(currency === "" ? sum : majorUnits({ minor: sum, currency }), sumMax) <= 0;
}

function addUp(values: ReadValue[] | null): Spend | null {
  const spends = values?.map(toSpend) ?? [];
  const [first] = spends;
  if (first === undefined || first === null) return null;
  const { currency } = first;
  const amounts = spends.flatMap((spend) => (spend?.currency === currency ? [spend.amount] : []));
  return amounts.length === spends.length ? { amount: sumDecimals(amounts), currency } : null;
}

function toSpend({ as, normalised }: ReadValue): Spend | null {
  if (as === "money" && isMoney(normalised)) return atLeastZero(normalised.minor, normalised.currency);
  return as === "integer" || as === "decimal" ? atLeastZero(normalised, "") : null;
}

function atLeastZero(amount: unknown, currency: string): Spend | null {
  return isDecimal(amount) && compareDecimals(amount, "0") >= 0 ? { amount, currency } : null;
}
