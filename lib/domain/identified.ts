/** Whether a value that a person wrote is one by which an intent's identity was read, as its contract reads it. */
import type { JsonValue } from "./json";
import type { CompiledFields, CompiledRule, FieldNode } from "./normalise/field-tree";
import { compileNormaliser } from "./normalise/normalise-value";
import { parsePointer } from "./pointer";

const AS_WRITTEN = compileNormaliser({ as: "json" });
/** Identity fields are read on their own. */
const ALONE = { at: () => undefined };

export function isIdentifiedBy(fields: CompiledFields, identity: Record<string, JsonValue>, written: string): boolean {
  const text = written.trim();
  return Object.entries(identity).some(([pointer, value]) => {
    // `#/items` is a length, not a value.
    if (!pointer.startsWith("/")) return false;
    const rule = ruleAt(fields.root, parsePointer(pointer));
    const normalise = (Array.isArray(value) ? rule?.element : rule?.normalise) ?? AS_WRITTEN;
    const read = normalise(text, ALONE);
    const readAs = read.ok && typeof read.value === "string" ? read.value : text;
    return hasPart(value, readAs);
  });
}

function ruleAt(root: FieldNode, tokens: string[]): CompiledRule | undefined {
  let node: FieldNode | undefined = root;
  for (const token of tokens) node = node?.members.get(token) ?? node?.elements;
  return node?.rule;
}

/** A value is as deep as a body may be: 64 levels. */
function hasPart(value: JsonValue, text: string): boolean {
  if (typeof value === "string" || typeof value === "number") return String(value) === text;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => hasPart(part, text));
}
