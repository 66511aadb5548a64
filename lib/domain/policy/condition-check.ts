/**
 * The stricter check that publishing makes: a condition over args of known types. Every path whose type the contract
 * fixes (`args.amount`) is replaced, in a copy of the text, by a variable of that type with as many characters; then CEL
 * itself says what does not fit. What is stored is evaluated without this check, so that it can grow stricter.
 */
import { ParseError } from "@marcbachmann/cel-js";
import type { ContractDefinition } from "../contract/definition";
import { makeConditionEnvironment, parseCondition } from "./condition";
import { findNumberMisuse } from "./condition-numbers";
import { type CelNode, childrenOf, comprehensionOf, isHas, nodesOf } from "./condition-tree";
import { agentType, argType, type CelType, intentType, type PathType } from "./condition-types";

export type ConditionFindings = { error: string | null; warnings: string[] };

type Path = { root: string; steps: { token: string; node: CelNode }[] };
type TypedText = { text: string; variables: Map<string, CelType>; unknown: { root: string; written: string }[] };

const ROOTS: ReadonlySet<string> = new Set(["args", "agent", "intent"]);
const DYNAMIC = /\bdyn<([a-z]+)>/g;
const NOT_IN_NAMES = /[^A-Za-z0-9_]/g;

/** Takes a text that `compileCondition` accepts. */
export function checkCondition(definition: ContractDefinition, text: string): ConditionFindings {
  const root = parseCondition(makeConditionEnvironment(), text).ast as unknown as CelNode;
  if (nodesOf(root).some(hidesRoot)) return { error: null, warnings: [] };
  const typed = withTypes(definition, text, root);
  const stranger = typed.unknown.find((path) => path.root !== "args");
  if (stranger !== undefined) return { error: `There is no ${stranger.written}.`, warnings: [] };
  const warnings = typed.unknown.map(
    ({ written }) =>
      `names ${written}, which the args schema does not have: without it the condition fails, and holds.`,
  );
  return { error: checkTyped(typed), warnings: [...new Set(warnings)] };
}

/** A loop or a binding may call its own variable `args`. */
function hidesRoot(node: CelNode): boolean {
  const name = comprehensionOf(node)?.iterVarName ?? node.meta.macro?.["var"];
  return typeof name === "string" && ROOTS.has(name);
}

function withTypes(definition: ContractDefinition, text: string, root: CelNode): TypedText {
  const typed: TypedText = { text, variables: new Map(), unknown: [] };
  for (const path of pathsIn(root)) {
    for (const [index, { node }] of path.steps.entries()) {
      const tokens = path.steps.slice(0, index + 1).map(({ token }) => token);
      const type = typeOf(definition, path.root, tokens);
      if (type === undefined) continue;
      if (type === "unknown") typed.unknown.push({ root: path.root, written: text.slice(node.start, node.end) });
      else replace(typed, node, type);
      break;
    }
  }
  return typed;
}

function typeOf(definition: ContractDefinition, root: string, tokens: readonly string[]): PathType {
  if (root === "agent") return agentType(tokens);
  return root === "intent" ? intentType(tokens) : argType(definition, tokens);
}

/** Two paths may come out as one name (`a.b`, `a_b`); the second is then left as it is. */
function replace(typed: TypedText, { start, end }: CelNode, type: CelType): void {
  const name = typed.text.slice(start, end).replace(NOT_IN_NAMES, "_");
  if ((typed.variables.get(name) ?? type) !== type || ROOTS.has(name)) return;
  typed.variables.set(name, type);
  typed.text = `${typed.text.slice(0, start)}${name}${typed.text.slice(end)}`;
}

/** The longest chains of plain member access; `has` and an index keep theirs, for CEL wants a path or an int there. */
function pathsIn(node: CelNode): Path[] {
  const path = pathOf(node);
  if (path !== null) return path.steps.length > 0 ? [path] : [];
  if (isHas(node)) return [];
  const children = node.op === "[]" || node.op === "[?]" ? childrenOf(node).slice(0, 1) : childrenOf(node);
  return children.flatMap(pathsIn);
}

function pathOf(node: CelNode): Path | null {
  if (node.op === "id") return ROOTS.has(String(node.args)) ? { root: String(node.args), steps: [] } : null;
  if (node.op !== "." && node.op !== "[]") return null;
  const [left, right] = node.args as [CelNode, CelNode | string];
  const token = typeof right === "string" ? right : right.op === "value" ? right.args : null;
  if (typeof token !== "string" && typeof token !== "bigint") return null;
  const above = pathOf(left);
  return above && { root: above.root, steps: [...above.steps, { token: String(token), node }] };
}

function checkTyped({ text, variables }: TypedText): string | null {
  const environment = makeConditionEnvironment();
  for (const type of ["string", "bool", "int", "double", "list<string>"]) {
    environment.registerOperator(`${type} == null`, () => false);
  }
  for (const [name, type] of variables) environment.registerVariable(name, type);
  const program = tryParse(environment, text);
  if (program === null) return null;
  const checked = program.check();
  if (!checked.valid) return describe(checked.error);
  if (checked.type !== "bool" && checked.type !== "dyn")
    return `A condition must be true or false, not ${plain(String(checked.type))}.`;
  return findNumberMisuse(program.ast as unknown as CelNode);
}

/** The copy is as long as what the owner wrote, so CEL's position fits both; its picture of the text would not. */
function describe(error: { summary: string; range?: { start: number } | undefined } | undefined): string {
  const at = error?.range === undefined ? "" : `, at character ${error.range.start + 1}`;
  return `${plain(error?.summary ?? "Its types do not fit")}${at}.`;
}

function plain(text: string): string {
  return text.replace(DYNAMIC, "$1");
}

/** Null: the copy lost its form, for instance to parentheses in a path. Then nothing can be said about types. */
function tryParse(...parameters: Parameters<typeof parseCondition>): ReturnType<typeof parseCondition> | null {
  try {
    return parseCondition(...parameters);
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}
