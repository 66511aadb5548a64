/**
 * `matches` in linear time. The library's own uses JavaScript's regular expressions, with which a model's text can stop
 * the process; CEL means RE2. The pattern must be written in the condition: a pattern from args would be the model's (L7).
 */
import { RE2JS } from "re2js";
import { type CelNode, nodesOf } from "./condition-tree";

export const LINEAR_MATCHES = "matches_in_linear_time";

const PATTERNS_MAX = 1_000;
const compiled = new Map<string, RE2JS>();

export function matchesInLinearTime(text: string, pattern: string): boolean {
  return compilePattern(pattern).matcher(text).find();
}

/** Changes the tree before it is checked. Throws for a pattern that is none, or is not written out. */
export function makePatternsLinear(root: CelNode): void {
  for (const node of nodesOf(root)) {
    if (node.op !== "rcall" || !Array.isArray(node.args)) continue;
    const [name, , operands] = node.args as [string, CelNode, CelNode[]];
    if (name === LINEAR_MATCHES) throw new TypeError(`There is no function ${name}.`);
    if (name !== "matches" || operands.length !== 1) continue;
    const pattern = operands[0]?.op === "value" ? operands[0].args : undefined;
    if (typeof pattern !== "string")
      throw new TypeError("Expected matches() to have its pattern written out as a text.");
    compilePattern(pattern);
    node.args[0] = LINEAR_MATCHES;
  }
}

/** Throws for a pattern that is none. */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern);
  if (compiled.size < PATTERNS_MAX) compiled.set(pattern, made);
  return made;
}
