/**
 * What an identity is compared as when its owner did not say. Written into the version at publishing, so that a stored
 * version means for ever what it meant when it was published: one that was stored without `as` stays json.
 *
 *  I1  Where the schema admits nothing but texts and whole numbers (and null), an identity is an `id`: `"77"`, `77` and
 *      `" 77"` are one. Anywhere else it stays json, and publishing warns.
 *  I2  Material and incidental rules, the elements of collections and unnamed args are not touched.
 */
import { isJsonObject, type JsonObject } from "../json";
import { schemaAt } from "./schema-at";
import { partsOf, type SchemaParts } from "./schema-parts";

/** By the pointer of each identity without `as`: what it got. */
export type Unsaid = ReadonlyMap<string, "id" | "json">;

const TEXTS_AND_WHOLE_NUMBERS = new Set<unknown>(["string", "integer"]);
/** Of branches within branches; a schema may refer to itself. */
const DEPTH_MAX = 8;

/** Takes what an owner wrote, before anything checked its shape. */
export function nameIdentities(written: unknown): { named: unknown; unsaid: Unsaid } {
  const unsaid = new Map<string, "id" | "json">();
  const contract = written as JsonObject;
  if (!isJsonObject(contract) || !isJsonObject(contract["fields"])) return { named: written, unsaid };
  const fields = Object.entries(contract["fields"]).map(([pointer, rule]) => {
    if (!isJsonObject(rule) || rule["role"] !== "identity" || Object.hasOwn(rule, "as")) return [pointer, rule];
    const as = isIdentifier(contract["args"], pointer) ? "id" : "json";
    unsaid.set(pointer, as);
    return [pointer, { ...rule, as }];
  });
  return { named: { ...contract, fields: Object.fromEntries(fields) }, unsaid };
}

function isIdentifier(args: unknown, pointer: string): boolean {
  const found = schemaAt(args, pointer);
  return found.kind === "found" && admitsOnlyIds(args as JsonObject, found.parts, DEPTH_MAX);
}

function admitsOnlyIds(root: JsonObject, { parts }: SchemaParts, depth: number): boolean {
  return parts.some(({ schema, certain }) => {
    if (!certain) return false;
    const { type, enum: values } = schema;
    if (type !== undefined && isIdTypes([type].flat())) return true;
    if (Array.isArray(values) && isIdTypes(values.map(typeOf))) return true;
    if (Object.hasOwn(schema, "const") && isIdTypes([typeOf(schema["const"])])) return true;
    return [schema["anyOf"], schema["oneOf"]].some(
      (branches) =>
        Array.isArray(branches) &&
        depth > 0 &&
        branches.every((branch) => admitsOnlyIds(root, partsOf(root, [branch]), depth - 1)),
    );
  });
}

/** Null is a value of its own under every rule, and alone it identifies nothing. */
function isIdTypes(types: unknown[]): boolean {
  const named = types.filter((type) => type !== "null");
  return named.length > 0 && named.every((type) => TEXTS_AND_WHOLE_NUMBERS.has(type));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}
