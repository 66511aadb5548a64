/** What is wrong with an args schema, by pointer: found by compiling it, or by compiling its parts one by one. */
import { isJsonObject } from "../json";
import { appendToken } from "../pointer";
import type { ContractError } from "./contract-error";
import { makeSchemaCompiler } from "./schema-compiler";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const ERRORS_MAX = 10;
/** Each try compiles a part; a schema so large that this does not find the place is told as a whole. */
const TRIES_MAX = 200;
const MAPS_OF_SCHEMAS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS_OF_SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMAS = ["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "propertyNames"];
const MORE_SCHEMAS = ["contains", "not", "if", "then", "else"];

// Where the compiler was when it complained: relative to what it compiled, so it differs from part to part.
const WHERE = /(?: in schema)? at path ".*"$/;
const VARIABLE = /\bdata[0-9]*\.([^ ]+)$/;

type Part = { pointer: string; schema: Record<string, unknown> };

export function schemaErrors(schema: Record<string, unknown>): ContractError[] {
  if (schema["type"] !== "object") {
    return [{ pointer: "/args/type", message: 'The args schema must have "type": "object".' }];
  }
  const dialect = schema["$schema"];
  if (dialect !== undefined && dialect !== DIALECT && dialect !== `${DIALECT}#`) {
    return [{ pointer: "/args/$schema", message: `Expected JSON Schema 2020-12 (${DIALECT}).` }];
  }
  const asynchronous = findMembers(schema, "$async").map((pointer) => ({
    pointer: `/args${pointer}`,
    message: "Args are checked at once: a schema cannot be $async.",
  }));
  if (asynchronous.length > 0) return asynchronous;
  const complaint = complaintOf(schema);
  if (complaint === null) return [];
  const misshapen = shapeErrors(schema);
  return misshapen.length > 0 ? misshapen : [locateComplaint(schema, complaint)];
}

function findMembers(value: unknown, name: string, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const at = appendToken(pointer, member);
    return [...(member === name ? [at] : []), ...findMembers(inner, name, at)];
  });
}

/** Against the standard's own schema: a `type` that is none, a `required` that is no list. */
function shapeErrors(schema: Record<string, unknown>): ContractError[] {
  const ajv = makeSchemaCompiler(schema);
  if (ajv.validateSchema(schema) === true) return [];
  const seen = new Map<string, ContractError>();
  for (const { instancePath, message = "is not valid", params } of ajv.errors ?? []) {
    const allowed = Array.isArray(params["allowedValues"]) ? `: ${params["allowedValues"].join(", ")}` : "";
    const pointer = `/args${instancePath}`;
    if (!seen.has(pointer)) seen.set(pointer, { pointer, message: `The schema here ${message}${allowed}.` });
  }
  return [...seen.values()].slice(0, ERRORS_MAX);
}

function locateComplaint(schema: Record<string, unknown>, complaint: string): ContractError {
  const { pointer } = locate({ pointer: "/args", schema }, complaint, { left: TRIES_MAX });
  return { pointer, message: `The schema cannot be used: ${complaint}.` };
}

function complaintOf(schema: Record<string, unknown>): string | null {
  try {
    makeSchemaCompiler(schema).compile(schema);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(WHERE, "").replace(VARIABLE, "$1");
  }
}

/** The innermost part that makes the same complaint by itself. */
function locate(part: Part, complaint: string, tries: { left: number }): Part {
  for (const inner of partsOf(part)) {
    if (tries.left === 0) return part;
    tries.left -= 1;
    if (complaintOf(inner.schema) === complaint) return locate(inner, complaint, tries);
  }
  return part;
}

function partsOf({ pointer, schema }: Part): Part[] {
  const candidates: { pointer: string; schema: unknown }[] = [];
  for (const name of [...SCHEMAS, ...MORE_SCHEMAS]) {
    candidates.push({ pointer: appendToken(pointer, name), schema: schema[name] });
  }
  for (const name of [...MAPS_OF_SCHEMAS, ...LISTS_OF_SCHEMAS]) {
    const group = schema[name];
    if (typeof group !== "object" || group === null) continue;
    for (const [member, inner] of Object.entries(group)) {
      candidates.push({ pointer: appendToken(appendToken(pointer, name), member), schema: inner });
    }
  }
  return candidates.filter((candidate): candidate is Part => isJsonObject(candidate.schema));
}
