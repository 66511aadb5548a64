/** The arguments of a tool that a grant can pin, as its contract declares them. */
import type { FieldRole } from "@/components/field-role";

/** How a value is written in a form. */
export type ValueKind =
  | { kind: "text" }
  | { kind: "number" /** Sent as JSON's own number, because it is compared as one. */; isJson: boolean }
  | { kind: "choice"; values: string[] }
  | { kind: "boolean" }
  | { kind: "json" };

export type PinnableField = {
  pointer: string;
  role: FieldRole;
  /** The normaliser. */
  as: string;
  value: ValueKind;
  isOrdered: boolean;
  isSummable: boolean;
  /** Of money: where its currency stands, or what it always is. */
  currencyAt: string | null;
  currencyCode: string | null;
  description: string | null;
};

type Json = Record<string, unknown>;

const ORDERED = new Set(["money", "integer", "decimal", "date", "instant"]);
const SUMMABLE = new Set(["money", "integer", "decimal"]);
const ROLES: readonly string[] = ["identity", "material", "incidental"];
const ROLE_ORDER: FieldRole[] = ["identity", "material", "incidental"];

/** Those that name the action first. What is below a rule of its own, or above one, cannot be pinned by itself. */
export function pinnableFields(definition: Json): PinnableField[] {
  const rules = objectAt(definition, "fields");
  const schema = objectAt(definition, "args");
  const named = Object.entries(rules).map(([pointer, rule]) => toField(pointer, isObject(rule) ? rule : {}, schema));
  const currencies = named
    .flatMap(({ currencyAt }) => (currencyAt === null ? [] : [currencyAt]))
    .filter((pointer, index, all) => !Object.hasOwn(rules, pointer) && all.indexOf(pointer) === index)
    .map((pointer) => toField(pointer, { role: "material", as: "code" }, schema));
  const known = [...named, ...currencies];
  const unnamed = Object.keys(objectAt(schema, "properties"))
    .map((name) => `/${escapeToken(name)}`)
    .filter((pointer) => !known.some((field) => isRelated(field.pointer, pointer)))
    .map((pointer) => toField(pointer, { role: "material" }, schema));
  const all = [...known, ...unnamed];
  return ROLE_ORDER.flatMap((role) => all.filter((field) => field.role === role));
}

/** Whether people approve each of its intents, whatever anybody grants. */
export function refusesGrants({ effect, allowAutoClear }: Json): boolean {
  return effect === "irreversible" && allowAutoClear !== true;
}

function toField(pointer: string, rule: Json, schema: Json): PinnableField {
  const as = typeof rule["as"] === "string" ? rule["as"] : "json";
  const at = schemaAt(schema, pointer);
  const value = valueKind(as, rule, at);
  return {
    pointer,
    role: toRole(rule["role"]),
    as,
    value,
    isOrdered: ORDERED.has(as) || (value.kind === "number" && value.isJson),
    isSummable: SUMMABLE.has(as),
    currencyAt: as === "money" ? textAt(rule, "currency") : null,
    currencyCode: as === "money" ? textAt(rule, "code") : null,
    description: textAt(at, "description"),
  };
}

function valueKind(as: string, rule: Json, schema: Json): ValueKind {
  if (as === "enum") return { kind: "choice", values: stringsAt(rule, "values") };
  if (as === "boolean") return { kind: "boolean" };
  if (SUMMABLE.has(as)) return { kind: "number", isJson: false };
  if (as === "set" || as === "bag" || as === "list") return { kind: "json" };
  if (as !== "json") return { kind: "text" };
  const values = stringsAt(schema, "enum");
  if (values.length > 0) return { kind: "choice", values };
  const type = schema["type"];
  if (type === "string") return { kind: "text" };
  if (type === "number" || type === "integer") return { kind: "number", isJson: true };
  return type === "boolean" ? { kind: "boolean" } : { kind: "json" };
}

/** Only what is plainly there is followed; what is not leaves a field without a description. */
function schemaAt(root: Json, pointer: string): Json {
  let at = root;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    at = name === "*" ? objectAt(at, "items") : objectAt(objectAt(at, "properties"), name);
  }
  return at;
}

function isRelated(known: string, pointer: string): boolean {
  return known === pointer || known.startsWith(`${pointer}/`);
}

function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function toRole(role: unknown): FieldRole {
  return typeof role === "string" && ROLES.includes(role) ? (role as FieldRole) : "material";
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectAt(value: Json, name: string): Json {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

function textAt(value: Json, name: string): string | null {
  const member = value[name];
  return typeof member === "string" && member !== "" ? member : null;
}

function stringsAt(value: Json, name: string): string[] {
  const member = value[name];
  return Array.isArray(member) ? member.filter((one) => typeof one === "string") : [];
}
