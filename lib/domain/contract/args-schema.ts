/**
 * Args against the owner's JSON Schema (2020-12): nulls that mean "absent" are dropped, then defaults are applied,
 * then everything is validated, so that what is hashed is what would run. Patterns run in linear time (RE2): a
 * contract's owner cannot hang intake with a regular expression, and neither can a model's input.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { RE2JS } from "re2js";
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from "../json";
import { appendToken } from "../pointer";

export type ArgsError = { pointer: string; message: string };
export type CheckedArgs = { ok: true; args: JsonObject } | { ok: false; errors: ArgsError[] };
export type ArgsSchema = { check(args: JsonObject): CheckedArgs };

const ERRORS_MAX = 20;

const linearRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const compiled = RE2JS.compile(pattern, flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0);
    // Ajv shares compiled patterns by their string form: without one of its own, all patterns would be the first.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => `/${pattern}/${flags}` };
  },
  { code: "linearRegExp" },
);

export function compileArgsSchema(schema: Record<string, unknown>): ArgsSchema {
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    ownProperties: true,
    code: { regExp: linearRegExp },
  });
  // Ajv compares every pair, which a long list of objects turns into minutes; this is one pass.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must not hold the same item twice" },
    validate: (wanted: boolean, items: JsonValue[]) =>
      !wanted || new Set(items.map(canonicalJson)).size === items.length,
  });
  addFormats.default(ajv);
  const validate = ajv.compile<JsonObject>(schema);
  return { check: (args) => checkArgs(validate, schema, args) };
}

function checkArgs(
  validate: ValidateFunction<JsonObject>,
  schema: Record<string, unknown>,
  sent: JsonObject,
): CheckedArgs {
  const args = structuredClone(sent);
  dropAbsentNulls(args, schema);
  if (validate(args) === true) return { ok: true, args };
  const errors = (validate.errors ?? []).slice(0, ERRORS_MAX).map(toArgsError);
  return { ok: false, errors };
}

/** Models write `null` for "not given". It counts as absent unless the schema itself lists null as a type. */
function dropAbsentNulls(value: JsonObject, schema: unknown): void {
  for (const name of Object.keys(value)) {
    const member = value[name] as JsonValue;
    const memberSchema = memberOf(schema, name);
    if (member === null) {
      if (!listsNull(memberSchema)) delete value[name];
    } else if (isJsonObject(member) && describesMembers(memberSchema)) {
      dropAbsentNulls(member, memberSchema);
    } else if (Array.isArray(member)) {
      const items = isJsonObject(memberSchema) ? memberSchema["items"] : undefined;
      for (const item of member) if (isJsonObject(item) && describesMembers(items)) dropAbsentNulls(item, items);
    }
  }
}

function memberOf(schema: unknown, name: string): unknown {
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Inside free-form JSON nothing is dropped; only members that the schema describes can be "optional". */
function describesMembers(schema: unknown): boolean {
  return isJsonObject(schema) && isJsonObject(schema["properties"]);
}

function listsNull(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  const { type, anyOf, oneOf } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  if (schema["const"] === null && Object.hasOwn(schema, "const")) return true;
  if (Array.isArray(schema["enum"]) && schema["enum"].includes(null)) return true;
  return [anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.some(listsNull));
}

function toArgsError(error: ErrorObject): ArgsError {
  const missing = error.keyword === "required" ? appendToken("", String(error.params["missingProperty"])) : "";
  const extra =
    error.keyword === "additionalProperties" ? ` (${String(error.params["additionalProperty"]).slice(0, 60)})` : "";
  const allowed = error.keyword === "enum" ? `: ${JSON.stringify(error.params["allowedValues"]).slice(0, 200)}` : "";
  return {
    pointer: `${error.instancePath}${missing}`,
    message: `${error.message ?? "is not valid"}${extra}${allowed}`,
  };
}
