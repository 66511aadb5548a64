/**
 * The CEL types of what a condition can name, as far as a contract fixes them. Undefined: not fixed, or it may be null.
 * Numbers are `dyn<…>`, which CEL compares across int and double (`args.amount <= 50`) and still refuses beside a text.
 */
import type { ContractDefinition } from "../contract/definition";
import { schemaAt } from "../contract/schema-at";
import { listsNull } from "../contract/schema-parts";
import type { NormaliserRule } from "../normalise/rule";
import { appendToken, EVERY_ELEMENT, isArrayIndex } from "../pointer";

export type CelType = "string" | "bool" | "list<string>" | "dyn<int>" | "dyn<double>";
/** `unknown`: there is no such thing. */
export type PathType = CelType | "unknown" | undefined;

const OF_AGENT: ReadonlyMap<string, PathType> = new Map([
  ["id", "string"],
  ["name", "string"],
  ["labels", undefined],
]);
const OF_INTENT: ReadonlyMap<string, PathType> = new Map([
  ["keyScope", "string"],
  ["submissionCount", "dyn<int>"],
]);

/** `tokens` follow the variable: `["labels", "tier"]` for `agent.labels.tier`. */
export function agentType([name = "", label, ...deeper]: readonly string[]): PathType {
  if (!OF_AGENT.has(name)) return "unknown";
  return name === "labels" && label !== undefined && deeper.length === 0 ? "string" : OF_AGENT.get(name);
}

export function intentType([name = ""]: readonly string[]): PathType {
  return OF_INTENT.has(name) ? OF_INTENT.get(name) : "unknown";
}

export function argType(definition: ContractDefinition, tokens: readonly string[]): PathType {
  const exact = tokens.reduce(appendToken, "");
  const everyElement = tokens.map((token) => (isArrayIndex(token) ? EVERY_ELEMENT : token)).reduce(appendToken, "");
  const rule = definition.fields[exact] ?? definition.fields[everyElement];
  const found = schemaAt(definition.args, exact);
  if (found.kind === "absent") return describesMembers(definition, tokens.slice(0, -1)) ? "unknown" : undefined;
  if (found.kind === "unclear" || found.parts.unclear || listsNull(found.parts)) return undefined;
  if (rule !== undefined && rule.as !== "json") return ruleType(rule);
  const { parts } = found.parts;
  // A rule below says more about its part than the schema does, so only what has no parts is taken from the schema.
  if (parts.some(({ certain }) => !certain)) return undefined;
  return SCHEMA_TYPES.get(parts.map(({ schema }) => schema["type"]).find((type) => type !== undefined) as string);
}

/** A free-form object may hold anything. */
function describesMembers(definition: ContractDefinition, tokens: readonly string[]): boolean {
  const found = schemaAt(definition.args, tokens.reduce(appendToken, ""));
  return found.kind === "found" && found.parts.parts.some(({ schema }) => schema["properties"] !== undefined);
}

/** An amount, a number and an element that no rule reads arrive as JSON wrote them: as doubles. */
const SCHEMA_TYPES: ReadonlyMap<string, CelType> = new Map([
  ["string", "string"],
  ["boolean", "bool"],
  ["integer", "dyn<double>"],
  ["number", "dyn<double>"],
]);

function ruleType(rule: NormaliserRule): CelType | undefined {
  switch (rule.as) {
    case "integer":
      return "dyn<int>";
    case "decimal":
    case "money":
      return "dyn<double>";
    case "boolean":
      return "bool";
    case "set":
    case "bag":
    case "list":
      return rule.of !== undefined && ruleType(rule.of) === "string" ? "list<string>" : undefined;
    case "json":
      return undefined;
    default:
      return "string";
  }
}
