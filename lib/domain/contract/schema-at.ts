/** Finds what an args schema says at a field's pointer. */
import { isJsonObject, type JsonObject } from "../json";
import { EVERY_ELEMENT, parsePointer } from "../pointer";
import { partsBelow, partsOf, type SchemaParts } from "./schema-parts";

export type SchemaAt =
  /** `schema` is the part that certainly holds, `parts` are all of them. */
  | { kind: "found"; schema: JsonObject; required: boolean; parts: SchemaParts }
  | { kind: "absent" }
  | { kind: "unclear" };

/** What cannot be followed gets the benefit of the doubt: `unclear` is no reason to refuse. */
export function schemaAt(root: unknown, pointer: string): SchemaAt {
  if (!isJsonObject(root)) return { kind: "absent" };
  let at = partsOf(root, [root]);
  let required = true;
  for (const token of parsePointer(pointer)) {
    required &&= token === EVERY_ELEMENT || isRequired(at, token);
    at = partsBelow(root, at, token);
    if (at.parts.length === 0) return { kind: at.unclear ? "unclear" : "absent" };
  }
  const schema = at.parts.find(({ certain }) => certain)?.schema;
  return schema === undefined ? { kind: "unclear" } : { kind: "found", schema, required, parts: at };
}

function isRequired({ parts }: SchemaParts, token: string): boolean {
  return parts.some(
    ({ schema: { required }, certain }) => certain && Array.isArray(required) && required.includes(token),
  );
}
