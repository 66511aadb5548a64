/** What publishing refuses in `fields`: pointers that the args schema does not know, and rules that cannot stand together. */
import { FieldRulesError } from "../normalise/field-tree";
import { compileFields } from "../normalise/normalise-args";
import type { NormaliserRule } from "../normalise/rule";
import { isZone } from "../normalise/zone";
import { appendToken, EVERY_ELEMENT, parsePointer } from "../pointer";
import type { ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";
import { schemaAt } from "./schema-at";
import { duplicateRulesOf } from "./terms";

export function fieldErrors({ args, fields }: ContractDefinition): ContractError[] {
  const unknown = Object.entries(fields).flatMap(([pointer, rule]) => {
    const at = appendToken("/fields", pointer);
    const asked = [{ at, pointer }, ...currenciesOf(rule, at)];
    return asked.filter((place) => schemaAt(args, place.pointer).kind === "absent");
  });
  return [
    ...unknown.map(({ at, pointer }) => ({ pointer: at, message: `The args schema has no property at ${pointer}.` })),
    ...zoneErrors(fields),
    ...togetherErrors(fields),
  ];
}

/** A zone that only the runtime knows would make keys that depend on it. */
function zoneErrors(fields: ContractDefinition["fields"]): ContractError[] {
  return Object.entries(fields).flatMap(([pointer, rule]) => {
    const at = appendToken("/fields", pointer);
    return zonesOf(rule, at)
      .filter(({ zone }) => !isZone(zone))
      .map(({ at: where }) => ({ pointer: where, message: ZONE }));
  });
}

const ZONE = "Expected an IANA time zone such as Europe/Paris.";

function zonesOf(rule: NormaliserRule, at: string): { at: string; zone: string }[] {
  if ("of" in rule && rule.of !== undefined) return zonesOf(rule.of, `${at}/of`);
  return "zone" in rule && rule.zone !== undefined ? [{ at: `${at}/zone`, zone: rule.zone }] : [];
}

/** The pointers that a rule, or the rule of its elements, reads an amount's currency from. */
function currenciesOf(rule: NormaliserRule, at: string): { at: string; pointer: string }[] {
  if (rule.as === "money" && rule.currency !== undefined) return [{ at: `${at}/currency`, pointer: rule.currency }];
  return "of" in rule && rule.of !== undefined ? currenciesOf(rule.of, `${at}/of`) : [];
}

function togetherErrors(fields: ContractDefinition["fields"]): ContractError[] {
  try {
    compileFields(fields);
    return [];
  } catch (error) {
    if (!(error instanceof FieldRulesError)) throw error;
    return error.issues.map(({ pointer, message }) => ({
      pointer: pointer === "" ? "/fields" : appendToken("/fields", pointer),
      message,
    }));
  }
}

const BECAUSE = "business scope (or missing: derive) has only the identity fields to tell two actions apart";

export function keyErrors(definition: ContractDefinition): ContractError[] {
  const { key, effect, fields, args } = definition;
  const derives = key.scope === "business" || duplicateRulesOf(definition).missing === "derive";
  if (!derives || effect === "read") return [];
  const identity = Object.keys(fields).filter((pointer) => fields[pointer]?.role === "identity");
  if (identity.length === 0)
    return [{ pointer: "/fields", message: `At least one identity field is needed: ${BECAUSE}.` }];
  const optional = identity.filter((pointer) => {
    const found = schemaAt(args, pointer);
    return found.kind !== "found" || !found.required;
  });
  if (optional.length > 0) {
    const message = (pointer: string) => `${pointer} must be required: ${BECAUSE}.`;
    return optional.map((pointer) => ({ pointer: "/args/required", message: message(pointer) }));
  }
  return identity.every((pointer) => mayNameNothing(args, pointer))
    ? [
        {
          pointer: "/fields",
          message: `An array that identifies needs minItems: 1, or another identity field: ${BECAUSE}.`,
        },
      ]
    : [];
}

/** Every element of an empty array has the field. */
function mayNameNothing(args: ContractDefinition["args"], pointer: string): boolean {
  const tokens = parsePointer(pointer);
  return tokens.some((token, index) => {
    if (token !== EVERY_ELEMENT) return false;
    const array = schemaAt(args, tokens.slice(0, index).reduce(appendToken, ""));
    return array.kind !== "found" || !(Number(array.schema["minItems"] ?? 0) >= 1);
  });
}
