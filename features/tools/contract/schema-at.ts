/** What the args schema says at a pointer, as far as a simple look goes: properties, items and references inside. */
import { unescapeToken } from "@/components/field-name";
import { isObject, type Json, objectAt, textsAt } from "./read-definition";

const REFERENCES_MAX = 20;

export type FoundSchema = { schema: Json; isRequired: boolean };

export function schemaAt(root: Json | null, pointer: string): FoundSchema | null {
  if (root === null) return null;
  let found: FoundSchema = { schema: root, isRequired: true };
  for (const token of pointer.split("/").slice(1).map(unescapeToken)) {
    const below = childOf(root, resolve(root, found.schema), token);
    if (below === null) return null;
    found = below;
  }
  return { ...found, schema: resolve(root, found.schema) };
}

function childOf(root: Json, schema: Json, token: string, depth = 0): FoundSchema | null {
  if (depth > REFERENCES_MAX) return null;
  const items = token === "*" ? schema["items"] : undefined;
  if (isObject(items)) return { schema: items, isRequired: true };
  const property = objectAt(objectAt(schema, "properties"), token);
  if (property !== null) return { schema: property, isRequired: textsAt(schema, "required").includes(token) };
  const parts = Array.isArray(schema["allOf"]) ? schema["allOf"].filter(isObject) : [];
  for (const part of parts) {
    const inPart = childOf(root, resolve(root, part), token, depth + 1);
    if (inPart !== null) return inPart;
  }
  return null;
}

/** Follows `#/$defs/x`; what leads elsewhere, or in circles, stays what it is. */
export function resolve(root: Json, schema: Json): Json {
  let at = schema;
  for (let turn = 0; turn < REFERENCES_MAX; turn += 1) {
    const reference = at["$ref"];
    if (typeof reference !== "string" || !reference.startsWith("#/")) return at;
    let target: unknown = root;
    for (const token of reference.slice(2).split("/").map(unescapeToken)) {
      target = isObject(target) && Object.hasOwn(target, token) ? target[token] : undefined;
    }
    if (!isObject(target)) return at;
    at = target;
  }
  return at;
}
