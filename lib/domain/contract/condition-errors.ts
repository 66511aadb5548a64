/** What publishing refuses in a contract's conditions, and what it warns about. */
import { compileAnswerCondition, compileCondition } from "../policy/condition";
import { checkCondition } from "../policy/condition-check";
import { attempt, type ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";
import { mayName, type Unsaid } from "./identity-rules";

export function conditionErrors(definition: ContractDefinition, unsaid: Unsaid): ContractError[] {
  return [
    ...conditionsOf(definition).flatMap(({ pointer, when }) => {
      const broken = attempt(pointer, () => compileCondition(when));
      if (broken.length > 0) return broken;
      const { error } = checkCondition(definition, when);
      return error === null ? [] : [{ pointer, message: [error, ...stillNumbers(unsaid, when)].join(" ") }];
    }),
    ...answerConditionErrors(definition),
  ];
}

/** An owner who compares with a text expects an `id`, and should hear why it is not one. */
function stillNumbers(unsaid: Unsaid, when: string): string[] {
  return [...unsaid].flatMap(([pointer, as]) =>
    as === "in_condition" && mayName(when, pointer)
      ? [`${pointer} has no \`as\`, and conditions see it as JSON wrote it; with \`as: id\` it is a text ("42").`]
      : [],
  );
}

function answerConditionErrors({ execute }: ContractDefinition): ContractError[] {
  if (execute.connector === "module") return [];
  const partial = execute.partial?.when;
  return [
    ...(partial === undefined ? [] : attempt("/execute/partial/when", () => compileAnswerCondition(partial))),
    ...(execute.outcomes ?? []).flatMap(({ when }, index) =>
      attempt(`/execute/outcomes/${index}/when`, () => compileOutcome(when)),
    ),
  ];
}

/** A rule that looks at nothing would call every answer the same, a success "never sent" among them. */
function compileOutcome(when: string): void {
  compileAnswerCondition(when);
  if (!/\b(?:status|body|headers)\b/.test(when)) {
    throw new TypeError("Expected a condition over the answer: status, body or headers.");
  }
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
