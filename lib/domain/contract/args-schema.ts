/**
 * Args against the owner's JSON Schema (2020-12): nulls that mean "absent" are dropped, then defaults are applied,
 * then everything is validated, so that what is hashed is what would run. Patterns run in linear time (RE2): a
 * contract's owner cannot hang intake with a regular expression, and neither can a model's input.
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import { copyJson, type JsonObject } from "../json";
import { appendToken } from "../pointer";
import { makeNullDropper } from "./absent-nulls";
import { makeSchemaCompiler } from "./schema-compiler";

export type ArgsError = { pointer: string; message: string };
export type CheckedArgs = { ok: true; args: JsonObject } | { ok: false; errors: ArgsError[] };
export type ArgsSchema = {
  check(args: JsonObject): CheckedArgs;
  /** As this schema would complete them, whether or not they fit it: to read args under an earlier version. */
  complete(args: JsonObject): JsonObject;
};

const ERRORS_MAX = 20;
const NAME_SHOWN_MAX = 60;

/** Takes what publishing checked. */
export function compileArgsSchema(schema: Record<string, unknown>): ArgsSchema {
  const validate = makeSchemaCompiler(schema, { isChecked: true }).compile<JsonObject>(schema);
  const dropAbsentNulls = makeNullDropper(schema as JsonObject);
  const complete = (sent: JsonObject) => {
    const args = copyJson(sent);
    dropAbsentNulls(args);
    return { args, isValid: validate(args) };
  };
  return {
    check(sent) {
      const { args, isValid } = complete(sent);
      if (isValid) return { ok: true, args };
      return { ok: false, errors: (validate.errors ?? []).slice(0, ERRORS_MAX).map(toArgsError) };
    },
    complete: (sent) => complete(sent).args,
  };
}

/** A member that is missing, or should be, is named by its own pointer. */
function toArgsError(error: ErrorObject): ArgsError {
  const { keyword, params, instancePath, message = "is not valid" } = error;
  if (keyword === "required") {
    return { pointer: appendToken(instancePath, String(params["missingProperty"])), message };
  }
  const extra = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof extra === "string") {
    return { pointer: appendToken(instancePath, extra.slice(0, NAME_SHOWN_MAX).toWellFormed()), message };
  }
  const allowed = keyword === "enum" ? `: ${JSON.stringify(params["allowedValues"]).slice(0, 200)}` : "";
  return { pointer: instancePath, message: `${message}${allowed}` };
}
