/**
 * What an identity is compared as when its owner did not say. Written into the version at publishing, so that a stored
 * version means for ever what it meant when it was published: one that was stored without `as` stays json.
 *
 *  I1  Where the schema admits nothing but texts and whole numbers (and null), an identity is an `id`: `"77"`, `77` and
 *      `" 77"` are one. Anywhere else it stays json, and publishing warns.
 *  I2  A number that a policy condition may name stays json, and publishing warns: an `id` is a text to a condition, and
 *      `== 42` would be false from then on, without an error where CEL does not know the type.
 *  I3  Material and incidental rules, the elements of collections and unnamed args are not touched.
 */
import { isJsonObject, type JsonObject } from "../json";
import { EVERY_ELEMENT, isArrayIndex, parsePointer } from "../pointer";
import { schemaAt } from "./schema-at";
import { partsOf, type SchemaParts } from "./schema-parts";

/** By the pointer of each identity without `as`: what it got. `in_condition`: json, only because a condition names it. */
export type Unsaid = ReadonlyMap<string, "id" | "json" | "in_condition">;

const TEXTS: ReadonlySet<unknown> = new Set(["string"]);
const TEXTS_AND_WHOLE_NUMBERS: ReadonlySet<unknown> = new Set(["string", "integer"]);
/** Of branches within branches; a schema may refer to itself. */
const DEPTH_MAX = 8;

/** Takes what an owner wrote, before anything checked its shape. */
export function nameIdentities(written: unknown): { named: unknown; unsaid: Unsaid } {
  const unsaid = new Map<string, "id" | "json" | "in_condition">();
  const contract = written as JsonObject;
  if (!isJsonObject(contract) || !isJsonObject(contract["fields"])) return { named: written, unsaid };
  const conditions = conditionsIn(contract["policy"]);
  const fields = Object.entries(contract["fields"]).map(([pointer, rule]) => {
    if (!isJsonObject(rule) || rule["role"] !== "identity" || Object.hasOwn(rule, "as")) return [pointer, rule];
    const as = readAs(contract["args"], pointer, conditions);
    unsaid.set(pointer, as);
    return [pointer, { ...rule, as: as === "id" ? "id" : "json" }];
  });
  return { named: { ...contract, fields: Object.fromEntries(fields) }, unsaid };
}

function readAs(args: unknown, pointer: string, conditions: string[]): "id" | "json" | "in_condition" {
  const found = schemaAt(args, pointer);
  if (found.kind !== "found") return "json";
  const admits = (types: ReadonlySet<unknown>) => admitsOnly(types, args as JsonObject, found.parts, DEPTH_MAX);
  if (admits(TEXTS)) return "id";
  if (!admits(TEXTS_AND_WHOLE_NUMBERS)) return "json";
  return conditions.some((text) => mayName(text, pointer)) ? "in_condition" : "id";
}

function conditionsIn(policy: unknown): string[] {
  if (!Array.isArray(policy)) return [];
  return policy.flatMap((rule) => (isJsonObject(rule) && typeof rule["when"] === "string" ? [rule["when"]] : []));
}

/** Also through a loop's variable (`i.accountId`) or an index: what counts is the property's name, anywhere in the text. */
export function mayName(condition: string, pointer: string): boolean {
  const name = parsePointer(pointer).findLast((token) => token !== EVERY_ELEMENT && !isArrayIndex(token));
  if (name === undefined) return true;
  return /^\w+$/.test(name) ? condition.split(/\W+/).includes(name) : condition.includes(name);
}

function admitsOnly(types: ReadonlySet<unknown>, root: JsonObject, { parts }: SchemaParts, depth: number): boolean {
  return parts.some(({ schema, certain }) => {
    if (!certain) return false;
    const { type, enum: values } = schema;
    if (type !== undefined && isOneOf(types, [type].flat())) return true;
    if (Array.isArray(values) && isOneOf(types, values.map(typeOf))) return true;
    if (Object.hasOwn(schema, "const") && isOneOf(types, [typeOf(schema["const"])])) return true;
    return [schema["anyOf"], schema["oneOf"]].some(
      (branches) =>
        Array.isArray(branches) &&
        depth > 0 &&
        branches.every((branch) => admitsOnly(types, root, partsOf(root, [branch]), depth - 1)),
    );
  });
}

/** Null is a value of its own under every rule, and alone it identifies nothing. */
function isOneOf(types: ReadonlySet<unknown>, admitted: unknown[]): boolean {
  const named = admitted.filter((type) => type !== "null");
  return named.length > 0 && named.every((type) => types.has(type));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}
