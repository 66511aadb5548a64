/** What publishing refuses in `limits`, and what it warns about: a limit that cannot count must not look like one. */
import { CURRENCY_CODES, currencyExponent } from "../normalise/currency-codes";
import { plainDecimal } from "../normalise/plain-decimal";
import type { FieldRule } from "../normalise/rule";
import { EVERY_ELEMENT, parsePointer } from "../pointer";
import type { ContractError } from "./contract-error";
import type { ContractDefinition, LimitRule } from "./definition";
import { schemaAt } from "./schema-at";

/** As many as every double carries without a doubt; `amounts` relies on it. */
const MAX_DIGITS = 15;
const EXPONENT_MOST = Math.max(...CURRENCY_CODES.map((code) => currencyExponent(code) ?? 0));

export function limitErrors(definition: ContractDefinition): ContractError[] {
  return definition.limits.flatMap((limit, index) => {
    const at = `/limits/${index}`;
    if ((limit.sum === undefined) === (limit.count === undefined)) {
      return [{ pointer: at, message: "Expected either `sum` (the pointer of an amount) or `count: true`." }];
    }
    const checks: [string, string | null][] = [
      ["per", perFault(definition, limit.per)],
      ["sum", limit.sum === undefined ? null : sumFault(definition, limit.sum)],
      ["max", maxFault(limit, limit.sum === undefined ? undefined : definition.fields[limit.sum])],
    ];
    return checks.flatMap(([name, message]) => (message === null ? [] : [{ pointer: `${at}/${name}`, message }]));
  });
}

function perFault(definition: ContractDefinition, per: string): string | null {
  if (per === "agent" || per === "tool") return null;
  if (parsePointer(per).includes(EVERY_ELEMENT)) return `Expected one field: ${per} names many.`;
  const unknown = unknownFault(definition, per);
  if (unknown !== null) return unknown;
  const role = definition.fields[per]?.role;
  if (role === "identity" || role === "material") return null;
  return `Expected a field that \`fields\` names as identity or material: ${per} is ${role ?? "not named"}.`;
}

function sumFault(definition: ContractDefinition, sum: string): string | null {
  const unknown = unknownFault(definition, sum);
  if (unknown !== null) return unknown;
  const as = definition.fields[sum]?.as;
  if (as === "money" || as === "integer" || as === "decimal") return null;
  const found = as === undefined ? "not named" : `\`as: ${as}\``;
  return `Expected a field that \`fields\` names \`as: money\`, \`integer\` or \`decimal\`: ${sum} is ${found}.`;
}

function unknownFault(definition: ContractDefinition, pointer: string): string | null {
  const isAbsent = schemaAt(definition.args, pointer).kind === "absent";
  return isAbsent ? `The args schema has no property at ${pointer}.` : null;
}

function maxFault({ max, sum }: LimitRule, rule: FieldRule | undefined): string | null {
  const [whole = "", fraction = ""] = plainDecimal(max).split(".");
  if (`${whole === "0" ? "" : whole}${fraction}`.length > MAX_DIGITS) {
    return `Expected at most ${MAX_DIGITS} digits: more cannot be carried exactly.`;
  }
  if (sum === undefined || rule?.as === "integer") return fraction === "" ? null : "Expected a whole number.";
  if (rule?.as !== "money") return null;
  const digits = (rule.code === undefined ? undefined : currencyExponent(rule.code)) ?? EXPONENT_MOST;
  if (fraction.length <= digits) return null;
  return `Expected an amount in major units with at most ${digits} fraction digits${rule.code ? ` (${rule.code})` : ""}.`;
}

export function limitWarnings(definition: ContractDefinition): string[] {
  if (definition.limits.length === 0) return [];
  if (definition.effect === "read") return ["A read is never limited: its `limits` have no effect."];
  return definition.limits.flatMap(({ per, sum }, index) => {
    const warnings: string[] = [];
    const rule = sum === undefined ? undefined : definition.fields[sum];
    if (rule?.as === "money" && rule.unit === "minor") {
      warnings.push(`limits/${index}: max is in major units, although ${sum} is sent in minor units.`);
    }
    if (sum !== undefined && mayBeAbsent(definition, sum)) {
      warnings.push(`limits/${index}: ${sum} is not required, and a call without it counts as 0.`);
    }
    if (per.startsWith("/") && mayBeAbsent(definition, per)) {
      warnings.push(`limits/${index}: ${per} is not required, and all calls without it share one limit.`);
    }
    return warnings;
  });
}

function mayBeAbsent(definition: ContractDefinition, pointer: string): boolean {
  const found = schemaAt(definition.args, pointer);
  return found.kind === "found" && !found.required && !Object.hasOwn(found.schema, "default");
}
