/**
 * What may become a grant. Errors carry a pointer into the body and say what was expected.
 *
 *  G1 A grant pins something: one that pins nothing would approve everything.
 *  G2 It never stands in where its contract lets no rule clear either (irreversible without `allowAutoClear`).
 *  G3 A ceiling also pins: the field that it adds up must be there, and be compared as it was when the grant was made.
 *  G4 A ceiling over money is in one currency, which the contract or a pin fixes: it is not the model's to choose (L7).
 */
import type { ContractDefinition } from "../contract/definition";
import { type CompiledFields, compileFields } from "../normalise/normalise-args";
import { appendToken } from "../pointer";
import { compilePin, type GrantError, type Where } from "./compile-pin";
import type { Pins } from "./pin";
import { placeAt } from "./pin-place";
import { type AskedSum, findSumField, readCeiling } from "./sum-field";

export type AskedGrant = AskedSum & { expiresAt: number };
export type GrantTerms = { pins: Pins; sumMax: string | null; sumOf: string | null };
export type CheckedGrant = { ok: true; terms: GrantTerms; warnings: string[] } | { ok: false; errors: GrantError[] };

export const PINS_MAX = 50;
const LIFE_MAX_DAYS = 366;
const DAY_MS = 86_400_000;

export function checkGrant(definition: ContractDefinition, asked: AskedGrant, at: number): CheckedGrant {
  const fields = compileFields(definition.fields);
  const { pins, errors: pinErrors } = compilePins(definition, fields, asked.where);
  const sum = findSumField(definition, fields, pins, asked);
  const ceiling = readCeiling(asked.sumMax, sum.value);
  const errors = [
    ...contractErrors(definition),
    ...pinErrors,
    ...expiryErrors(asked.expiresAt, at),
    ...sum.errors,
    ...ceiling.errors,
  ];
  if (errors.length > 0) return { ok: false, errors };
  if (ceiling.value !== null && sum.value !== null && !Object.hasOwn(pins, sum.value.pointer)) {
    const { pointer, as, currency } = sum.value;
    pins[pointer] = { as, currency, written: {}, tests: [] }; // G3
  }
  const terms = { pins, sumMax: ceiling.value, sumOf: sum.value?.pointer ?? null };
  return { ok: true, terms, warnings: currencyWarnings(definition, asked.where, pins) };
}

function contractErrors({ tool, effect, allowAutoClear }: ContractDefinition): GrantError[] {
  if (effect !== "irreversible" || allowAutoClear) return [];
  const message = `${tool} is irreversible and its contract does not say allowAutoClear: people approve each of its intents, no grant can stand in for them.`;
  return [{ pointer: "/tool", message }];
}

function compilePins(
  definition: ContractDefinition,
  fields: CompiledFields,
  where: Where,
): { pins: Pins; errors: GrantError[] } {
  const written = Object.entries(where);
  if (written.length === 0)
    return wrongWhere("Pin at least one argument: a grant that pins nothing approves everything.");
  if (written.length > PINS_MAX) return wrongWhere(`Expected at most ${PINS_MAX} pins.`);
  const pins: Pins = {};
  const errors: GrantError[] = [];
  for (const [pointer, operators] of written) {
    const at = appendToken("/where", pointer);
    const place = placeAt(definition, fields, pointer);
    if (!place.ok) {
      errors.push({ pointer: at, message: place.message });
      continue;
    }
    const compiled = compilePin(place, operators, where, at);
    errors.push(...compiled.errors);
    pins[pointer] = compiled.pin;
  }
  return { pins, errors };
}

function wrongWhere(message: string): { pins: Pins; errors: GrantError[] } {
  return { pins: {}, errors: [{ pointer: "/where", message }] };
}

function expiryErrors(expiresAt: number, at: number): GrantError[] {
  const pointer = "/expiresAt";
  if (expiresAt <= at) return [{ pointer, message: "Expected an instant in the future." }];
  if (expiresAt > at + LIFE_MAX_DAYS * DAY_MS) {
    return [{ pointer, message: `Expected an instant at most ${LIFE_MAX_DAYS} days away.` }];
  }
  return [];
}

/** Whoever writes the args chooses the currency: 50 KWD is more than three times 50 USD. */
function currencyWarnings(definition: ContractDefinition, where: Where, pins: Pins): string[] {
  return Object.keys(pins).flatMap((pointer) => {
    const rule = definition.fields[pointer];
    const free = rule?.as === "money" && rule.currency !== undefined && !Object.hasOwn(where, rule.currency);
    if (!free) return [];
    return [`${rule.currency} is not pinned: ${pointer} counts the same in every currency.`];
  });
}
