/**
 * What an intent did and what the downstream says it did, value by value. Amounts are exact; an argument is compared as
 * its contract reads it. Where one side says nothing, nothing is compared.
 */
import type { CompiledContract } from "../contract/compile-contract";
import { intentAmount } from "../intent-amount";
import { canonicalJson, type JsonObject, type JsonValue } from "../json";
import { type Money, majorUnits, normaliseMoney } from "../normalise/money";
import { type FieldReport, normaliseArgs } from "../normalise/normalise-args";
import { normaliseValue } from "../normalise/normalise-value";
import { joinDecimal } from "../normalise/plain-decimal";
import { parsePointer, valueAt } from "../pointer";
import type { StatementRow, Unit } from "./statement-row";

export type Amount = { amount: string; currency: string | null };
/** `what`: an argument is named by its pointer; its value stays where it is. */
export type ValueDifference =
  | { what: "amount"; ours: Amount; theirs: Amount }
  | { what: "target"; pointer: string }
  | { what: "effectId"; ours: string | null; theirs: string };

export type SaidValues = Pick<StatementRow, "amount" | "currency" | "target">;

/** Null: the args can no longer be read as their contract reads them. */
export function differencesOf(
  contract: CompiledContract,
  args: JsonObject,
  said: SaidValues,
  unit: Unit,
): ValueDifference[] | null {
  if (said.amount === null && said.target === null) return [];
  const read = normaliseArgs(contract.fields, args);
  if (!read.ok) return null;
  const amount = amountDifference(intentAmount(contract.definition.fields, read.fields), said, unit);
  return [...(amount === null ? [] : [amount]), ...targetDifferences(contract, args, read.fields, said.target)];
}

function amountDifference(ours: Amount | null, said: SaidValues, unit: Unit): ValueDifference | null {
  if (ours === null || said.amount === null) return null;
  const theirs = { amount: said.amount, currency: said.currency };
  if (said.currency !== null) {
    const isSame = said.currency === ours.currency && said.amount === canonicalAmount(ours.amount);
    return isSame ? null : { what: "amount", ours, theirs };
  }
  // They name no currency: read as if it were ours, exactly.
  const read = normaliseMoney({ unit, code: ours.currency ?? "" }, said.amount, { at: () => undefined });
  const isSame = read.ok && majorUnits(read.value as Money) === canonicalAmount(ours.amount);
  return isSame ? null : { what: "amount", ours, theirs };
}

function canonicalAmount(text: string): string {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  return joinDecimal(text.startsWith("-"), whole, fraction);
}

function targetDifferences(
  { definition }: CompiledContract,
  args: JsonObject,
  reports: readonly FieldReport[],
  target: SaidValues["target"],
): ValueDifference[] {
  return Object.entries(target ?? {}).flatMap(([pointer, theirs]) => {
    const given = valueAt(args, parsePointer(pointer));
    if (given === undefined || given === null) return [];
    const ours = reports.find((report) => report.pointer === pointer);
    const rule = definition.fields[pointer];
    const isSame =
      ours === undefined || rule === undefined
        ? sameText(given, theirs)
        : sameValue(ours.normalised, normaliseValue(rule, theirs, besides(args)), theirs);
    return isSame ? [] : [{ what: "target" as const, pointer }];
  });
}

function besides(args: JsonObject) {
  return { at: (pointer: string) => valueAt(args, parsePointer(pointer)) };
}

function sameValue(ours: JsonValue, read: { ok: true; value: JsonValue } | { ok: false }, theirs: JsonValue): boolean {
  return (read.ok && canonicalJson(read.value) === canonicalJson(ours)) || sameText(ours, theirs);
}

/** In a statement everything is text: 42 and "42" are the same. */
function sameText(ours: JsonValue, theirs: JsonValue): boolean {
  if (typeof ours === "object") return false;
  return String(ours) === String(theirs).trim();
}
