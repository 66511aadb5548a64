/** Which field a grant adds up: the one it names, else the only number it pins, else the contract's only money. */
import type { ContractDefinition } from "../contract/definition";
import type { JsonValue } from "../json";
import { compareDecimals } from "../limits/decimal";
import type { CompiledFields } from "../normalise/normalise-args";
import type { FieldRule, NormaliserName } from "../normalise/rule";
import { type GrantError, knownCurrency, readAmount, type Where } from "./compile-pin";
import type { Pins } from "./pin";
import { placeAt } from "./pin-place";

export type SumField = { pointer: string; as: NormaliserName; currency: string | null };
export type AskedSum = { where: Where; sumMax: number | string | null; sum: string | null };
type Found<T> = { value: T | null; errors: GrantError[] };

const SUMMABLE: ReadonlySet<NormaliserName> = new Set(["money", "integer", "decimal"] as const);

export function findSumField(
  definition: ContractDefinition,
  fields: CompiledFields,
  pins: Pins,
  asked: AskedSum,
): Found<SumField> {
  const pointer = asked.sum ?? onlyNumber(pins) ?? onlyMoney(definition);
  if (pointer === null) return asked.sumMax === null ? NONE : wrong("/sum", UNTOLD);
  const place = placeAt(definition, fields, pointer);
  if (!place.ok) return wrong("/sum", place.message);
  if (!SUMMABLE.has(place.as)) {
    return wrong("/sum", `Expected a field that is money, integer or decimal; ${pointer} is compared as ${place.as}.`);
  }
  // Nobody asked for a sum, and adding up anything else than money would mean nothing.
  if (asked.sum === null && asked.sumMax === null && place.as !== "money") return NONE;
  const currency = knownCurrency(place.rule, asked.where);
  if (asked.sumMax !== null && place.as === "money" && currency === null) {
    return wrong("/sumMax", freeCurrency(pointer, place.rule));
  }
  return { value: { pointer, as: place.as, currency }, errors: [] };
}

/** Plain decimal, in major units where it is money. */
export function readCeiling(sumMax: number | string | null, field: SumField | null): Found<string> {
  if (sumMax === null || field === null) return NONE;
  const read = readAmount(sumMax satisfies JsonValue, field.currency);
  if (!read.ok) return wrong("/sumMax", read.message);
  const value = String(read.value);
  return compareDecimals(value, "0") > 0 ? { value, errors: [] } : wrong("/sumMax", "Expected more than zero.");
}

/** Whoever writes the args would choose how much the ceiling is worth, and have one of its own in every currency. */
function freeCurrency(pointer: string, rule: FieldRule | null): string {
  const currency = rule?.as === "money" ? rule.currency : undefined;
  return `A ceiling over ${pointer} needs one currency: pin ${currency ?? "it"} to an ISO 4217 code with eq, or with an in of one value.`;
}

function onlyNumber(pins: Pins): string | null {
  return onlyOf(Object.keys(pins).filter((pointer) => SUMMABLE.has(pins[pointer]?.as ?? "json")));
}

function onlyMoney(definition: ContractDefinition): string | null {
  const { fields } = definition;
  return onlyOf(Object.keys(fields).filter((pointer) => fields[pointer]?.as === "money"));
}

function onlyOf(pointers: string[]): string | null {
  return pointers.length === 1 ? (pointers[0] ?? null) : null;
}

function wrong(pointer: string, message: string): { value: null; errors: GrantError[] } {
  return { value: null, errors: [{ pointer, message }] };
}

const NONE = { value: null, errors: [] };
const UNTOLD = "Say which field the ceiling adds up: set `sum` to its pointer, for example /amount.";
