/**
 * What publishing refuses, and what it warns about. Errors carry a JSON pointer into the contract and say what was
 * expected; a contract that passes can be compiled and obeyed without surprises.
 */
import { parseDurationMs } from "../duration";
import { limitErrors, limitWarnings } from "./check-limits";
import { conditionErrors, conditionWarnings } from "./condition-errors";
import type { ContractError } from "./contract-error";
import { contractWarnings } from "./contract-warnings";
import { ContractDefinition } from "./definition";
import { effectIdErrors, isChosen } from "./effect-id";
import { fieldErrors, keyErrors } from "./field-errors";
import { nameIdentities } from "./identity-rules";
import { identityWarnings } from "./identity-warnings";
import { requestErrors, requestWarnings } from "./request-errors";
import { schemaErrors } from "./schema-errors";
import { shapeErrors } from "./shape-errors";

export type CheckedContract =
  | { ok: true; definition: ContractDefinition; warnings: string[] }
  | { ok: false; errors: ContractError[] };

export function checkContract(written: unknown): CheckedContract {
  const { named, unsaid } = nameIdentities(written);
  const parsed = ContractDefinition.safeParse(named);
  if (!parsed.success) return { ok: false, errors: shapeErrors(parsed.error.issues) };
  const definition = parsed.data;
  const errors = [
    ...effectErrors(definition),
    ...effectIdSourceErrors(definition),
    ...absenceErrors(definition),
    ...presenceErrors(definition),
    ...schemaErrors(definition.args),
    ...fieldErrors(definition),
    ...conditionErrors(definition, unsaid),
    ...keyErrors(definition),
    ...requestErrors(definition),
    ...limitErrors(definition),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const warnings = [
    ...contractWarnings(definition),
    ...identityWarnings(definition, unsaid),
    ...conditionWarnings(definition),
    ...requestWarnings(definition),
    ...limitWarnings(definition),
  ];
  return { ok: true, definition, warnings };
}

function effectIdSourceErrors({ execute, args }: ContractDefinition): ContractError[] {
  const ours = execute.connector === "module" ? undefined : execute.effectId;
  const theirs = execute.probe?.effectId;
  const connector = execute.connector === "mcp" ? "mcp" : "http";
  return [
    ...(ours === undefined ? [] : effectIdErrors(ours, { args, connector, pointer: "/execute/effectId" })),
    ...(theirs === undefined
      ? []
      : effectIdErrors(theirs, { args, connector: "probe", pointer: "/execute/probe/effectId" })),
  ];
}

function absenceErrors({ execute: { probe, timeout } }: ContractDefinition): ContractError[] {
  if (probe?.absentAfter === undefined) return [];
  if ((parseDurationMs(probe.absentAfter) ?? 0) >= (parseDurationMs(timeout) ?? 0)) return [];
  const message = `Expected at least the time-out (${timeout}): until then the attempt itself may still send.`;
  return [{ pointer: "/execute/probe/absentAfter", message }];
}

/** A search is answered with a 200 also when it finds nothing, and an id that the caller chose is not looked for in it. */
function presenceErrors({ execute: { probe } }: ContractDefinition): ContractError[] {
  if (!isChosen(probe?.effectId) || !/\?|\{&/.test(probe?.url ?? "")) return [];
  const message =
    "Expected a pointer, {header} or {text}: with {value} any 200 counts as proof, and this url has a query, which is answered with a 200 also when nothing is found.";
  return [{ pointer: "/execute/probe/effectId", message }];
}

function effectErrors(definition: ContractDefinition): ContractError[] {
  const errors: ContractError[] = [];
  const { execute } = definition;
  // A module says itself what it did.
  if (definition.effect !== "read" && execute.connector !== "module" && execute.effectId === undefined) {
    const message =
      'A write must say where the effect id comes from, for example /id, {header: location} or {value: "{args.id}"}.';
    errors.push({ pointer: "/execute/effectId", message });
  }
  const clears = definition.policy.findIndex((rule) => rule.then === "clear");
  if (definition.effect === "irreversible" && clears >= 0 && !definition.allowAutoClear) {
    const message = "An irreversible effect is cleared by a rule only if the contract says allowAutoClear: true.";
    errors.push({ pointer: `/policy/${clears}/then`, message });
  }
  return errors;
}
