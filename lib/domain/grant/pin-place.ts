/** How a contract compares what stands at a pointer, or why a grant cannot pin it there. */
import type { ContractDefinition } from "../contract/definition";
import { schemaAt } from "../contract/schema-at";
import type { CompiledFields, FieldNode } from "../normalise/field-tree";
import { compileNormaliser } from "../normalise/normalise-value";
import type { Normaliser } from "../normalise/normalised";
import type { FieldRule, NormaliserName } from "../normalise/rule";
import { EVERY_ELEMENT, isPointer, parsePointer } from "../pointer";

/** `rule` is the contract's own; null for an unnamed field and for the currency of an amount. */
export type Place =
  | { ok: true; as: NormaliserName; normalise: Normaliser; rule: FieldRule | null }
  | { ok: false; message: string };

const AS_JSON = compileNormaliser({ as: "json" });

export function placeAt(definition: ContractDefinition, fields: CompiledFields, pointer: string): Place {
  if (!isPointer(pointer)) return refuse("Expected a JSON pointer such as /amount.");
  if (schemaAt(definition.args, pointer).kind === "absent") {
    return refuse(`The args schema of ${definition.tool} has no property at ${pointer}.`);
  }
  const rule = Object.hasOwn(definition.fields, pointer) ? (definition.fields[pointer] ?? null) : null;
  let node: FieldNode | undefined = fields.root;
  for (const token of parsePointer(pointer)) {
    if (node.rule !== undefined && node.rule.as !== "json") {
      return refuse(`It is part of what is compared as ${node.rule.as}: pin that as a whole.`);
    }
    if (token === EVERY_ELEMENT && node.hasIndexes) return refuse("Pin the elements one by one, as the contract does.");
    node = token === EVERY_ELEMENT ? node.elements : node.members.get(token);
    // Nothing below is named, so it is compared as json.
    if (node === undefined) return { ok: true, as: "json", normalise: AS_JSON, rule: null };
  }
  if (node.members.size > 0 || node.elements !== undefined)
    return refuse("Its parts have rules of their own: pin those.");
  return { ok: true, as: node.rule?.as ?? "json", normalise: node.rule?.normalise ?? AS_JSON, rule };
}

function refuse(message: string): Place {
  return { ok: false, message };
}
