/**
 * The amount by which people find an intent: the first `money` field of the contract that the args have, in major
 * units, exact. Which one counts is the contract's order, never that of the args (L7); an element
 * of a list does not.
 */
import type { ContractDefinition } from "./contract/definition";
import { type Money, majorUnits } from "./normalise/money";
import type { FieldReport } from "./normalise/normalise-args";

export type IntentAmount = { currency: string; amount: string };

/** More than any sum of money has: such an amount stays in the args, and nobody finds the intent by it. */
const DIGITS_MAX = 40;

type Fields = ContractDefinition["fields"];

export function intentAmount(fields: Fields, reports: readonly FieldReport[]): IntentAmount | null {
  for (const pointer of moneyPointers(fields)) {
    const report = reports.find((one) => one.pointer === pointer && one.as === "money");
    if (report === undefined || report.normalised === null) continue;
    const money = report.normalised as Money;
    return money.minor.length > DIGITS_MAX ? null : { currency: money.currency, amount: majorUnits(money) };
  }
  return null;
}

/** False: no args of this contract have one. */
export function hasAmounts(fields: Fields): boolean {
  return moneyPointers(fields).length > 0;
}

/** Read once a contract: every projected intent asks. */
const known = new WeakMap<Fields, string[]>();

function moneyPointers(fields: Fields): string[] {
  const read = known.get(fields);
  if (read !== undefined) return read;
  const pointers = Object.entries(fields).flatMap(([pointer, { as }]) => (as === "money" ? [pointer] : []));
  known.set(fields, pointers);
  return pointers;
}
