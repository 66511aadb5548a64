/**
 * How keys and fingerprints come about under a contract version, as a short name. Two versions with the same name read
 * any args alike; a publish that changes it changes keys, and intake then reads under both (DESIGN 5).
 */
import { digestJson } from "../digest";
import type { JsonValue } from "../json";
import { type Engines, enginesOf } from "../normalise/engines";
import type { ContractDefinition } from "./definition";
import { duplicateRulesOf } from "./terms";

const NAME_LENGTH = 16;

/** Under the engines of now, or of then: a derivation without any is the first edition's (`normalise/engines` E2). */
export function derivationOf(definition: ContractDefinition, engines: Engines = enginesOf(definition.fields)): string {
  const { effect, key, fields, args } = definition;
  const derives = duplicateRulesOf(definition).missing === "derive";
  // The schema is part of it: its defaults and nulls decide what is hashed.
  const material = { reads: effect === "read", scope: key.scope, derives, fields, args: withoutWords(args) };
  if (Object.keys(engines).length > 0) return nameOf({ ...material, engines });
  return nameOf(material);
}

function nameOf(material: object): string {
  return digestJson(material as JsonValue).slice(0, NAME_LENGTH);
}

const WORDS = new Set(["title", "description", "examples", "$comment", "deprecated", "readOnly", "writeOnly"]);
/** Keywords whose members are schemas by a name of their own: there `description` may be an argument. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords that hold a schema, or a list of them; everything else is data, and kept as it is. */
const NESTED = new Set([
  ...["items", "additionalProperties", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"],
  ...["not", "if", "then", "else", "allOf", "anyOf", "oneOf", "prefixItems"],
]);

/** What is only said to readers changes no key: an edited description opens no derivation. */
function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => !WORDS.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(name, value)]));
}

function bare(keyword: string, value: unknown): unknown {
  if (NESTED.has(keyword)) return withoutWords(value);
  if (!NAMED.has(keyword) || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withoutWords(schema)]));
}
