/**
 * What publishing refuses, and what it warns about. Errors carry a JSON pointer into the contract and say what was
 * expected; a contract that passes can be compiled and obeyed without surprises.
 */
import { parseDurationMs } from "../duration";
import { isJsonObject } from "../json";
import { compileFields } from "../normalise/normalise-args";
import { appendToken, parsePointer } from "../pointer";
import { compileCondition } from "../policy/condition";
import { compileArgsSchema } from "./args-schema";
import { ContractDefinition } from "./definition";
import { duplicateRulesOf, termsOf } from "./terms";

export type ContractError = { pointer: string; message: string };
export type CheckedContract =
  | { ok: true; definition: ContractDefinition; warnings: string[] }
  | { ok: false; errors: ContractError[] };

export function checkContract(written: unknown): CheckedContract {
  const parsed = ContractDefinition.safeParse(written);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({
      pointer: issue.path.reduce((pointer: string, part) => appendToken(pointer, String(part)), ""),
      message: issue.message,
    }));
    return { ok: false, errors };
  }
  const definition = parsed.data;
  const errors = [
    ...effectErrors(definition),
    ...schemaErrors(definition),
    ...fieldErrors(definition),
    ...conditionErrors(definition),
    ...keyErrors(definition),
  ];
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, definition, warnings: warningsOf(definition) };
}

function effectErrors(definition: ContractDefinition): ContractError[] {
  const errors: ContractError[] = [];
  if (definition.effect !== "read" && definition.execute.effectId === undefined) {
    const message = "A write must say where the downstream's answer carries the effect id, for example /id.";
    errors.push({ pointer: "/execute/effectId", message });
  }
  const clears = definition.policy.findIndex((rule) => rule.then === "clear");
  if (definition.effect === "irreversible" && clears >= 0 && !definition.allowAutoClear) {
    const message = "An irreversible effect is cleared by a rule only if the contract says allowAutoClear: true.";
    errors.push({ pointer: `/policy/${clears}/then`, message });
  }
  return errors;
}

function schemaErrors(definition: ContractDefinition): ContractError[] {
  if (definition.args["type"] !== "object") {
    return [{ pointer: "/args/type", message: 'The args schema must have "type": "object".' }];
  }
  return attempt("/args", () => compileArgsSchema(definition.args));
}

function fieldErrors(definition: ContractDefinition): ContractError[] {
  const unknown = Object.keys(definition.fields)
    .filter((pointer) => !schemaKnows(definition.args, pointer))
    .map((pointer) => ({
      pointer: appendToken("/fields", pointer),
      message: `The args schema has no property at ${pointer}.`,
    }));
  return [...unknown, ...attempt("/fields", () => compileFields(definition.fields))];
}

function conditionErrors(definition: ContractDefinition): ContractError[] {
  return definition.policy.flatMap((rule, index) =>
    rule.when === undefined ? [] : attempt(`/policy/${index}/when`, () => compileCondition(rule.when ?? "")),
  );
}

function keyErrors(definition: ContractDefinition): ContractError[] {
  const derives = definition.key.scope === "business" || duplicateRulesOf(definition).missing === "derive";
  if (!derives || definition.effect === "read") return [];
  const identity = Object.entries(definition.fields).filter(([, rule]) => rule.role === "identity");
  const because = "business scope (or missing: derive) has only the identity fields to tell two actions apart";
  if (identity.length === 0)
    return [{ pointer: "/fields", message: `At least one identity field is needed: ${because}.` }];
  return identity
    .filter(([pointer]) => !isRequired(definition.args, pointer))
    .map(([pointer]) => ({ pointer: "/args/required", message: `${pointer} must be required: ${because}.` }));
}

function warningsOf(definition: ContractDefinition): string[] {
  const warnings: string[] = [];
  const { windowMs, honoursKeyMs } = termsOf(definition);
  if (honoursKeyMs !== null && windowMs > honoursKeyMs) {
    const ours = definition.key.window ?? `${windowMs / 3_600_000}h`;
    warnings.push(
      `key.window (${ours}) is longer than execute.idempotency.window (${definition.execute.idempotency?.window}): after that the downstream no longer recognises the key, so an unknown outcome becomes in doubt instead of being retried.`,
    );
  }
  if (definition.effect !== "read" && honoursKeyMs === null && definition.execute.probe === undefined) {
    warnings.push("The downstream honours no key and there is no probe: every unknown outcome waits for a person.");
  }
  if (parseDurationMs(definition.execute.timeout) === 0)
    warnings.push("execute.timeout is 0: every attempt will time out.");
  return warnings;
}

function schemaKnows(schema: unknown, pointer: string): boolean {
  let at: unknown = schema;
  for (const part of parsePointer(pointer)) {
    if (!isJsonObject(at)) return false;
    // A schema built from $ref or combinators is not followed: such a pointer gets the benefit of the doubt.
    if ("$ref" in at || "anyOf" in at || "oneOf" in at || "allOf" in at) return true;
    if (part === "*") at = at["items"];
    else at = isJsonObject(at["properties"]) ? at["properties"][part] : undefined;
  }
  return at !== undefined;
}

function isRequired(schema: unknown, pointer: string): boolean {
  let at: unknown = schema;
  for (const part of parsePointer(pointer)) {
    if (!isJsonObject(at)) return false;
    if (part === "*") at = at["items"];
    else {
      if (!Array.isArray(at["required"]) || !at["required"].includes(part)) return false;
      at = isJsonObject(at["properties"]) ? at["properties"][part] : undefined;
    }
  }
  return true;
}

function attempt(pointer: string, compile: () => unknown): ContractError[] {
  try {
    compile();
    return [];
  } catch (error) {
    return [{ pointer, message: error instanceof Error ? error.message : String(error) }];
  }
}
