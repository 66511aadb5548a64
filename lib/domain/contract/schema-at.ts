/** Finds what an args schema says at a field's pointer, as far as it says it plainly. */
import { isJsonObject, type JsonObject } from "../json";
import { EVERY_ELEMENT, parsePointer } from "../pointer";

export type SchemaAt =
  | { kind: "found"; schema: JsonObject; required: boolean }
  | { kind: "absent" }
  | { kind: "unclear" };

/** A schema built from $ref or combinators is not followed: such a pointer gets the benefit of the doubt. */
export function schemaAt(root: unknown, pointer: string): SchemaAt {
  let at: unknown = root;
  let required = true;
  for (const token of parsePointer(pointer)) {
    if (!isJsonObject(at)) return { kind: "absent" };
    if (["$ref", "anyOf", "oneOf", "allOf"].some((name) => Object.hasOwn(at as JsonObject, name)))
      return { kind: "unclear" };
    if (token === EVERY_ELEMENT) {
      at = at["items"];
      continue;
    }
    required = required && Array.isArray(at["required"]) && at["required"].includes(token);
    const properties = at["properties"];
    at = isJsonObject(properties) && Object.hasOwn(properties, token) ? properties[token] : undefined;
  }
  return isJsonObject(at) ? { kind: "found", schema: at, required } : { kind: "absent" };
}
