/**
 * CEL conditions, compiled once per contract version and bounded: program size, nesting and literal sizes when they are
 * parsed, what they may cost when they are evaluated. Whatever goes wrong while one is evaluated is "error", never "no
 * match" (L8).
 */
import { Environment } from "@marcbachmann/cel-js";
import { boundEvaluation } from "./condition-budget";
import { LINEAR_MATCHES, makePatternsLinear, matchesInLinearTime } from "./condition-pattern";
import type { CelNode } from "./condition-tree";

export type ConditionInput = {
  args: Record<string, unknown>;
  agent: { id: string; name: string; labels: Record<string, string> };
  run: string;
  step: string;
  intent: { keyScope: string; submissionCount: bigint };
  now: Date;
};

export type ConditionResult = { kind: "match" } | { kind: "no_match" } | { kind: "error"; message: string };
export type Condition = (input: ConditionInput) => ConditionResult;

const LIMITS = { maxAstNodes: 1_000, maxDepth: 40, maxListElements: 200, maxMapEntries: 100, maxCallArguments: 16 };

/** What a condition over a submission may name. */
export function makeConditionEnvironment(): Environment {
  return makeEnvironment()
    .registerVariable("args", "map<string, dyn>")
    .registerVariable("agent", "map<string, dyn>")
    .registerVariable("run", "string")
    .registerVariable("step", "string")
    .registerVariable("intent", "map<string, dyn>")
    .registerVariable("now", "google.protobuf.Timestamp");
}

function makeEnvironment(): Environment {
  return new Environment({
    unlistedVariablesAreDyn: false,
    enableOptionalTypes: true,
    limits: LIMITS,
  }).registerFunction(`string.${LINEAR_MATCHES}(string): bool`, matchesInLinearTime, { async: false });
}

const environment = makeConditionEnvironment();
const answerEnvironment = makeEnvironment()
  .registerVariable("status", "int")
  .registerVariable("body", "dyn")
  .registerVariable("headers", "map<string, string>");

/** Throws with CEL's own explanation when the text cannot be parsed or its types cannot fit. */
export function compileCondition(text: string): Condition {
  return compile(environment, text);
}

export type ConditionAnswer = { status: number; body: unknown; headers?: Record<string, string> };
export type AnswerCondition = (answer: ConditionAnswer) => ConditionResult;

/** `execute.partial.when` and `execute.outcomes`: over the downstream's answer instead of the submission. */
export function compileAnswerCondition(text: string): AnswerCondition {
  const condition = compile(answerEnvironment, text);
  return ({ status, body, headers = {} }) => condition({ status: BigInt(status), body, headers });
}

function compile(over: Environment, text: string): (input: object) => ConditionResult {
  const program = parseCondition(over, text);
  const checked = program.check();
  if (!checked.valid) throw checked.error;
  if (checked.type !== "bool" && checked.type !== "dyn") {
    throw new TypeError(`A condition must be true or false; this one is ${String(checked.type)}.`);
  }
  const budget = boundEvaluation(program.ast as unknown as CelNode);
  return (input) => {
    budget.begin();
    try {
      const value: unknown = program(input as Record<string, unknown>);
      if (budget.isSpent()) return { kind: "error", message: TOO_LONG };
      if (typeof value !== "boolean") return { kind: "error", message: "The condition is neither true nor false." };
      return { kind: value ? "match" : "no_match" };
    } catch (error) {
      if (budget.isSpent()) return { kind: "error", message: TOO_LONG };
      return { kind: "error", message: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
    }
  };
}

/** Parsed and made safe, not yet checked. */
export function parseCondition(over: Environment, text: string): ReturnType<Environment["parse"]> {
  const program = over.parse(text);
  makePatternsLinear(program.ast as unknown as CelNode);
  return program;
}

const TOO_LONG = "The condition takes too long for these args.";
