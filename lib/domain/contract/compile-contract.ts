/** A contract version made ready to judge: schema, normalisers, conditions and terms compiled once, used many times. */
import type { Terms } from "../intent";
import type { KeyScope } from "../key";
import { type Engines, enginesOf } from "../normalise/engines";
import { type CompiledFields, compileFields } from "../normalise/normalise-args";
import { type AnswerCondition, compileAnswerCondition } from "../policy/condition";
import { type CompiledRule, compilePolicy } from "../policy/evaluate-policy";
import { type ArgsSchema, compileArgsSchema } from "./args-schema";
import type { ContractDefinition } from "./definition";
import { derivationOf } from "./derivation";
import type { AnsweredExecute } from "./execute";
import { type DuplicateRules, duplicateRulesOf, termsOf } from "./terms";

export type CompiledOutcome = { when: AnswerCondition; is: NonNullable<AnsweredExecute["outcomes"]>[number]["is"] };

/** As much of a version as its keys and fingerprints need. */
export type KeyReader = {
  tool: string;
  version: number;
  definition: ContractDefinition;
  argsSchema: ArgsSchema;
  fields: CompiledFields;
  duplicates: DuplicateRules;
  scope: KeyScope;
  /** Those that its keys and fingerprints use, and that are above 1. */
  engines: Engines;
  derivation: string;
};

export type CompiledContract = KeyReader & {
  rules: CompiledRule[];
  /** `execute.partial.when`, where the contract has one. */
  partialWhen: AnswerCondition | null;
  /** `execute.outcomes`, in their order. */
  outcomes: CompiledOutcome[];
  terms: Terms;
};

/** Takes what publishing checked. Not checked again: a rule that became stricter must not stop what is stored. */
export function compileContract(
  definition: ContractDefinition,
  version: number,
  engines: Engines = enginesOf(definition.fields),
): CompiledContract {
  const { execute } = definition;
  const { partial, outcomes = [] } = execute.connector === "module" ? {} : execute;
  return {
    ...compileKeyReader(definition, version, engines),
    rules: compilePolicy(definition),
    partialWhen: partial?.when === undefined ? null : compileAnswerCondition(partial.when),
    outcomes: outcomes.map(({ when, is }) => ({ when: compileAnswerCondition(when), is })),
    terms: termsOf(definition),
  };
}

/** Also of a version whose other parts cannot be read any more: a retry must still find the intents that it made. */
export function compileKeyReader(
  definition: ContractDefinition,
  version: number,
  engines: Engines = enginesOf(definition.fields),
): KeyReader {
  return {
    tool: definition.tool,
    version,
    definition,
    argsSchema: compileArgsSchema(definition.args),
    fields: compileFields(definition.fields, engines),
    duplicates: duplicateRulesOf(definition),
    scope: definition.key.scope,
    engines,
    derivation: derivationOf(definition, engines),
  };
}
