/** A contract version made ready to judge: schema, normalisers, conditions and terms compiled once, used many times. */
import type { Terms } from "../intent";
import type { KeyScope } from "../key";
import { type CompiledFields, compileFields } from "../normalise/normalise-args";
import { type CompiledRule, compilePolicy } from "../policy/evaluate-policy";
import { type ArgsSchema, compileArgsSchema } from "./args-schema";
import { ContractDefinition } from "./definition";
import { type DuplicateRules, duplicateRulesOf, termsOf } from "./terms";

export type CompiledContract = {
  tool: string;
  version: number;
  definition: ContractDefinition;
  argsSchema: ArgsSchema;
  fields: CompiledFields;
  rules: CompiledRule[];
  terms: Terms;
  duplicates: DuplicateRules;
  scope: KeyScope;
};

export function compileContract(written: unknown, version: number): CompiledContract {
  const definition = ContractDefinition.parse(written);
  return {
    tool: definition.tool,
    version,
    definition,
    argsSchema: compileArgsSchema(definition.args),
    fields: compileFields(definition.fields),
    rules: compilePolicy(definition),
    terms: termsOf(definition),
    duplicates: duplicateRulesOf(definition),
    scope: definition.key.scope,
  };
}
