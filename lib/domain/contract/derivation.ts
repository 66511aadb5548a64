/**
 * How keys and fingerprints come about under a contract version, as a short name. Two versions with the same name read
 * any args alike; a publish that changes it changes keys, and intake then reads under both (DESIGN 5).
 */
import { digestJson } from "../digest";
import type { JsonValue } from "../json";
import type { ContractDefinition } from "./definition";
import { duplicateRulesOf } from "./terms";

const NAME_LENGTH = 16;

export function derivationOf(definition: ContractDefinition): string {
  const { effect, key, fields, args } = definition;
  const derives = duplicateRulesOf(definition).missing === "derive";
  // The schema is part of it: its defaults and nulls decide what is hashed.
  const material = { reads: effect === "read", scope: key.scope, derives, fields, args };
  return digestJson(material as unknown as JsonValue).slice(0, NAME_LENGTH);
}
