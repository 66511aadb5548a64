/** What publishing refuses in a contract's conditions, and what it warns about. */
import { compileAnswerCondition, compileCondition } from "../policy/condition";
import { checkCondition } from "../policy/condition-check";
import { attempt, type ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";

export function conditionErrors(definition: ContractDefinition): ContractError[] {
  const partial = definition.execute.partial?.when;
  return [
    ...conditionsOf(definition).flatMap(({ pointer, when }) => {
      const broken = attempt(pointer, () => compileCondition(when));
      if (broken.length > 0) return broken;
      const { error } = checkCondition(definition, when);
      return error === null ? [] : [{ pointer, message: error }];
    }),
    ...(partial === undefined ? [] : attempt("/execute/partial/when", () => compileAnswerCondition(partial))),
  ];
}

/** Takes a contract without errors. */
export function conditionWarnings(definition: ContractDefinition): string[] {
  return conditionsOf(definition).flatMap(({ pointer, when }) =>
    checkCondition(definition, when).warnings.map((warning) => `${pointer.slice(1)} ${warning}`),
  );
}

function conditionsOf({ policy }: ContractDefinition): { pointer: string; when: string }[] {
  return policy.flatMap(({ when }, index) => (when === undefined ? [] : [{ pointer: `/policy/${index}/when`, when }]));
}
