/**
 * What publishing refuses, and what it warns about. Errors carry a JSON pointer into the contract and say what was
 * expected; a contract that passes can be compiled and obeyed without surprises.
 */
import { compileFields } from "../normalise/normalise-args";
import { appendToken } from "../pointer";
import { compileAnswerCondition, compileCondition } from "../policy/condition";
import { compileArgsSchema } from "./args-schema";
import { attempt, type ContractError } from "./contract-error";
import { contractWarnings } from "./contract-warnings";
import { ContractDefinition } from "./definition";
import { requestErrors } from "./request-errors";
import { type SchemaAt, schemaAt } from "./schema-at";
import { duplicateRulesOf } from "./terms";

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
    ...requestErrors(definition.execute),
  ];
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, definition, warnings: contractWarnings(definition) };
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
  const asynchronous = findMembers(definition.args, "$async").map((pointer) => ({
    pointer: `/args${pointer}`,
    message: "Args are checked at once: a schema cannot be $async.",
  }));
  if (asynchronous.length > 0) return asynchronous;
  return attempt("/args", () => compileArgsSchema(definition.args));
}

function findMembers(value: unknown, name: string, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const at = appendToken(pointer, member);
    return [...(member === name ? [at] : []), ...findMembers(inner, name, at)];
  });
}

function fieldErrors(definition: ContractDefinition): ContractError[] {
  const unknown = Object.keys(definition.fields)
    .filter((pointer) => schemaAt(definition.args, pointer).kind === "absent")
    .map((pointer) => ({
      pointer: appendToken("/fields", pointer),
      message: `The args schema has no property at ${pointer}.`,
    }));
  return [...unknown, ...attempt("/fields", () => compileFields(definition.fields))];
}

function conditionErrors(definition: ContractDefinition): ContractError[] {
  const { policy, execute } = definition;
  const partial = execute.partial?.when;
  return [
    ...policy.flatMap(({ when }, index) =>
      when === undefined ? [] : attempt(`/policy/${index}/when`, () => compileCondition(when)),
    ),
    ...(partial === undefined ? [] : attempt("/execute/partial/when", () => compileAnswerCondition(partial))),
  ];
}

function keyErrors(definition: ContractDefinition): ContractError[] {
  const derives = definition.key.scope === "business" || duplicateRulesOf(definition).missing === "derive";
  if (!derives || definition.effect === "read") return [];
  const identity = Object.entries(definition.fields).filter(([, rule]) => rule.role === "identity");
  const because = "business scope (or missing: derive) has only the identity fields to tell two actions apart";
  if (identity.length === 0)
    return [{ pointer: "/fields", message: `At least one identity field is needed: ${because}.` }];
  return identity
    .filter(([pointer]) => !isRequired(schemaAt(definition.args, pointer)))
    .map(([pointer]) => ({ pointer: "/args/required", message: `${pointer} must be required: ${because}.` }));
}

function isRequired(found: SchemaAt): boolean {
  return found.kind === "found" && found.required;
}
