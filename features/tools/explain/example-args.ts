/**
 * Args that a tool could be asked with, made from its schema: what is required, and what has a default or an example.
 * The server judges them like any others; they only save typing.
 */
import { isObject, type Json, objectAt, type ReadContract, textAt, textsAt } from "../contract/read-definition";
import { resolve } from "../contract/schema-at";

const DEPTH_MAX = 8;

export function exampleArgs({ definition }: Pick<ReadContract, "definition">): Json {
  const root = objectAt(definition, "args") ?? {};
  const value = exampleOf({ root, fields: objectAt(definition, "fields") ?? {} }, root, "", 0);
  return isObject(value) ? value : {};
}

type Source = { root: Json; fields: Json };

function exampleOf(source: Source, written: unknown, pointer: string, depth: number): unknown {
  if (!isObject(written) || depth > DEPTH_MAX) return null;
  const schema = flatten(source.root, written, depth);
  if (Object.hasOwn(schema, "const")) return schema["const"];
  for (const name of ["default", "example"]) if (Object.hasOwn(schema, name)) return schema[name];
  for (const name of ["examples", "enum"]) {
    const [first] = Array.isArray(schema[name]) ? schema[name] : [];
    if (first !== undefined) return first;
  }
  switch (typeOf(schema)) {
    case "object":
      return exampleObject(source, schema, pointer, depth);
    case "array":
      return schema["items"] === undefined ? [] : [exampleOf(source, schema["items"], `${pointer}/*`, depth + 1)];
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return exampleScalar(schema, objectAt(source.fields, pointer), pointer);
  }
}

/** References followed; of alternatives the first, of parts all. */
function flatten(root: Json, written: Json, depth: number): Json {
  const { allOf, anyOf, oneOf, ...own } = resolve(root, written);
  const first = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []));
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...first].filter(isObject);
  if (parts.length === 0 || depth > DEPTH_MAX) return own;
  return parts.map((part) => flatten(root, part, depth + 1)).reduce(merge, own);
}

function merge(left: Json, right: Json): Json {
  return {
    ...right,
    ...left,
    properties: { ...objectAt(right, "properties"), ...objectAt(left, "properties") },
    required: [...textsAt(left, "required"), ...textsAt(right, "required")],
  };
}

function typeOf(schema: Json): string | null {
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  const named = types.find((type) => typeof type === "string" && type !== "null");
  if (typeof named === "string") return named;
  if (types.includes("null")) return "null";
  return isObject(schema["properties"]) ? "object" : null;
}

function exampleObject(source: Source, schema: Json, pointer: string, depth: number): Json {
  const properties = objectAt(schema, "properties") ?? {};
  const required = new Set(textsAt(schema, "required"));
  const wanted = Object.entries(properties).filter(
    ([name, property]) =>
      required.has(name) || (isObject(property) && ("default" in property || "examples" in property)),
  );
  return Object.fromEntries(
    wanted.map(([name, property]) => {
      const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
      return [name, exampleOf(source, property, `${pointer}/${token}`, depth + 1)];
    }),
  );
}

const BY_NORMALISER: Record<string, unknown> = {
  email: "ann@example.com",
  phone: "+14155550123",
  url: "https://example.com/page",
  decimal: "1.5",
  money: "25.00",
  date: "2027-03-01",
  instant: "2027-03-01T14:00:00Z",
  country: "US",
  code: "USD",
};
const BY_FORMAT: Record<string, string> = {
  email: "ann@example.com",
  date: "2027-03-01",
  "date-time": "2027-03-01T14:00:00Z",
  uri: "https://example.com/page",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function exampleScalar(schema: Json, rule: Json | null, pointer: string): unknown {
  const type = typeOf(schema);
  const [value] = textsAt(rule, "values");
  if (value !== undefined) return value;
  if (type === "integer" || type === "number") return exampleNumber(schema, rule);
  const known = BY_NORMALISER[textAt(rule, "as") ?? ""] ?? BY_FORMAT[textAt(schema, "format") ?? ""];
  return known ?? `${pointer.split("/").at(-1)?.replace("*", "element") || "value"}_1`;
}

function exampleNumber(schema: Json, rule: Json | null): number {
  const least = schema["minimum"];
  if (typeof least === "number") return least;
  return rule?.["as"] === "money" ? 25 : 1;
}
