/**
 * The parsed form of a CEL condition, as far as we look into it. A macro (`all`, `map`, `cel.bind`, …) keeps what it
 * expands to in `meta`, and that is what is evaluated.
 */
export type CelNode = {
  op: string;
  args: unknown;
  start: number;
  end: number;
  meta: { alternate?: CelNode; macro?: Record<string, unknown> };
  /** Set by the type check: how the node is computed from its operands. */
  handle?: (...operands: unknown[]) => unknown;
  checkedType?: {
    name: string;
    kind: string;
    unwrappedType?: CelNode["checkedType"];
    valueType?: CelNode["checkedType"];
  };
};

/** A loop over `iterable`; `condition` is asked before each turn. */
export type Comprehension = {
  iterable: CelNode;
  init: CelNode;
  step: CelNode;
  iterVarName: string;
  condition?: (accumulated: unknown) => boolean;
};

/** Every node that can be evaluated, each once, parents first. The library bounds their number when it parses. */
export function nodesOf(root: CelNode): CelNode[] {
  const found = new Set<CelNode>([root]);
  for (const node of found) for (const child of childrenOf(node)) found.add(child);
  return [...found];
}

export function childrenOf(node: CelNode): CelNode[] {
  if (node.meta.alternate) return [node.meta.alternate];
  if (node.meta.macro) return nodesIn(Object.values(node.meta.macro)).filter((inner) => inner !== node);
  const comprehension = comprehensionOf(node);
  if (comprehension) return [comprehension.iterable, comprehension.init, comprehension.step];
  return nodesIn(node.args);
}

export function comprehensionOf(node: CelNode): Comprehension | null {
  return node.op === "comprehension" ? (node.args as Comprehension) : null;
}

export function isHas(node: CelNode): boolean {
  return node.op === "call" && Array.isArray(node.args) && node.args[0] === "has";
}

/** Calls keep their operands in lists, map literals in lists of pairs. */
function nodesIn(value: unknown): CelNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

function isNode(value: unknown): value is CelNode {
  return typeof value === "object" && value !== null && "op" in value && "meta" in value && "args" in value;
}
