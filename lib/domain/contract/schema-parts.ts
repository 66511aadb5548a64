/**
 * What a JSON Schema says about one value, spread over `$ref`, `allOf`, `anyOf`, `oneOf` and conditionals, as a flat list
 * of parts. Only references inside the same schema are followed; what cannot be followed is marked, never guessed.
 */
import { isJsonObject, type JsonObject } from "../json";
import { EVERY_ELEMENT, isArrayIndex, parsePointer, valueAt } from "../pointer";

/** `certain`: it holds for every valid value, not only in one branch. */
export type SchemaPart = { schema: JsonObject; certain: boolean };
/** `unclear`: there may be more to say than `parts` do. */
export type SchemaParts = { parts: readonly SchemaPart[]; unclear: boolean };

const PARTS_MAX = 1_000;
/** What the schema `true` says. */
const ANYTHING: JsonObject = {};
const BRANCHES = ["anyOf", "oneOf"] as const;
const CONDITIONALS = ["if", "then", "else"] as const;
const NOT_FOLLOWED = ["$dynamicRef", "$recursiveRef"] as const;

export function partsOf(root: JsonObject, schemas: readonly unknown[]): SchemaParts {
  const found = new Map<JsonObject, SchemaPart>();
  const pending: { schema: unknown; certain: boolean }[] = schemas.map((schema) => ({ schema, certain: true }));
  let unclear = false;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { certain } = next;
    const schema = next.schema === true ? ANYTHING : next.schema;
    if (!isJsonObject(schema) || found.size >= PARTS_MAX) {
      unclear ||= schema !== false;
      continue;
    }
    const known = found.get(schema);
    if (known && (known.certain || !certain)) continue;
    found.set(schema, { schema, certain });
    pending.push(...branchesOf(root, schema, certain));
    unclear ||= NOT_FOLLOWED.some((name) => Object.hasOwn(schema, name));
  }
  return { parts: [...found.values()], unclear };
}

function branchesOf(root: JsonObject, schema: JsonObject, certain: boolean): { schema: unknown; certain: boolean }[] {
  const branches: { schema: unknown; certain: boolean }[] = [];
  if (typeof schema["$ref"] === "string") branches.push({ schema: resolve(root, schema["$ref"]), certain });
  for (const inner of listOf(schema["allOf"])) branches.push({ schema: inner, certain });
  for (const name of BRANCHES)
    for (const inner of listOf(schema[name])) branches.push({ schema: inner, certain: false });
  for (const name of CONDITIONALS) {
    if (isJsonObject(schema[name])) branches.push({ schema: schema[name], certain: false });
  }
  if (isJsonObject(schema["dependentSchemas"])) {
    for (const inner of Object.values(schema["dependentSchemas"])) branches.push({ schema: inner, certain: false });
  }
  return branches;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `#` and `#/$defs/x`; undefined, and so unclear, for anything else. */
function resolve(root: JsonObject, ref: string): unknown {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  const pointer = ref.slice(1);
  return valueAt(root, parsePointer(pointer.includes("%") ? decodeFragment(pointer) : pointer));
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded after all, so it names what it says
  }
}

/** What the parts say about a member or an element. No parts and not unclear: they know of no such thing. */
export function partsBelow(root: JsonObject, { parts, unclear }: SchemaParts, token: string): SchemaParts {
  const below = parts.map((part) => {
    const children = childrenOf(part.schema, token);
    // The places of a tuple are each their own: of "every element" none of them is certain.
    const isTuple = token === EVERY_ELEMENT && children.schemas.length > 1;
    return { children, certain: part.certain && !isTuple };
  });
  const childrenWith = (wanted: boolean) =>
    partsOf(
      root,
      below.flatMap(({ children, certain: is }) => (is === wanted ? children.schemas : [])),
    );
  const certain = childrenWith(true);
  const other = childrenWith(false);
  const known = new Set(certain.parts.map(({ schema }) => schema));
  const more = other.parts.filter(({ schema }) => !known.has(schema)).map(({ schema }) => ({ schema, certain: false }));
  const vague = unclear || certain.unclear || other.unclear || below.some(({ children }) => children.unclear);
  return { parts: [...certain.parts, ...more], unclear: vague };
}

type Children = { schemas: unknown[]; unclear: boolean };

function childrenOf(schema: JsonObject, token: string): Children {
  const element = elementOf(schema, token);
  if (element !== null && (token === EVERY_ELEMENT || element.schemas.length > 0)) return element;
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, token)) {
    return { schemas: [properties[token]], unclear: false };
  }
  const rest = [additionalProperties, unevaluatedProperties].filter(isJsonObject);
  return { schemas: rest, unclear: isJsonObject(patternProperties) || element?.unclear === true };
}

/** Null: the token cannot name an element. */
function elementOf(schema: JsonObject, token: string): Children | null {
  const isEvery = token === EVERY_ELEMENT;
  if (!isEvery && !isArrayIndex(token)) return null;
  const { prefixItems, items, type } = schema;
  const fixed = isEvery ? listOf(prefixItems) : listOf(prefixItems).slice(Number(token), Number(token) + 1);
  const rest = items === undefined || items === false || (!isEvery && fixed.length > 0) ? [] : [items];
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  // An array whose elements the schema does not describe still has elements.
  const schemas = [...fixed, ...rest];
  return { schemas, unclear: isArray && items === undefined && schemas.length === 0 };
}

/** Null is a value of its own where any part lists it as a type, or names it. */
export function listsNull({ parts }: SchemaParts): boolean {
  return parts.some(({ schema }) => {
    const { type, nullable } = schema;
    if (type === "null" || nullable === true || (Array.isArray(type) && type.includes("null"))) return true;
    if (Object.hasOwn(schema, "const") && schema["const"] === null) return true;
    return Array.isArray(schema["enum"]) && schema["enum"].includes(null);
  });
}
