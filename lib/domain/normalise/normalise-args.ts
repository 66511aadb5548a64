/**
 * Args as two flat maps, `identity` and `material`, from which nothing can be lost: two args give equal maps exactly
 * when they differ at most in incidental values and in spellings that their rules call the same.
 *
 * Keys of the maps:
 *   `/items/0/sku`  the value there, normalised by its rule, or as json where no rule names it
 *   `#/items`       the shape of a container that has named parts: its length for an array, `{}` for an object of
 *                   which nothing else is in the maps
 * A pointer starts with `/`, so the two kinds cannot meet, and `__proto__` is never a key.
 *
 *  A1 A subtree in which no rule names anything is one entry, compared as json at every depth.
 *  A2 A container with named parts is taken apart, and its unnamed parts follow A1 one by one: an array always
 *     leaves its shape, an object leaves it only when it left no entry. So `[]` and `{}` differ from absent, and an
 *     element without the field from one with it.
 *  A3 Where the value is not what the pointers expect (a string at `/items` of `/items/*`), A1 applies to it.
 *  A4 An entry has the role of its rule; an unnamed part that of the nearest rule above it, else material.
 *  A5 Incidental parts are reported and enter neither map; neither does the shape of an incidental container.
 *  A6 Identity holds no code point that our version of Unicode does not assign: what it is, no table here knows.
 *
 * Why it is injective: read from the root, `#p` with a number is an array of that length, an entry at `p` is a value,
 * entries below `p` or `#p` with `{}` are an object, nothing is absence; so the maps can be read back.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json";
import { appendToken, EVERY_ELEMENT, parsePointer, valueAt } from "../pointer";
import { isWellFormed } from "./characters";
import type { CompiledFields, CompiledRule, FieldNode } from "./field-tree";
import { compileNormaliser } from "./normalise-value";
import { type NormaliseContext, refuse } from "./normalised";
import type { NormaliserName, NormaliserRule, Role } from "./rule";
import { hasUnassigned, UNICODE_VERSION } from "./unicode";

export { type CompiledFields, compileFields, FieldRulesError } from "./field-tree";

/** `pointer` is the key in the map, so a shape is reported under `#/items`. `of` is the rule of a collection's elements. */
export type FieldReport = {
  pointer: string;
  role: Role;
  as: NormaliserName;
  of?: NormaliserRule;
  raw: JsonValue;
  normalised: JsonValue;
};
export type FieldError = { pointer: string; message: string };
export type NormalisedArgs =
  | { ok: true; identity: Record<string, JsonValue>; material: Record<string, JsonValue>; fields: FieldReport[] }
  | { ok: false; errors: FieldError[] };

type Walk = {
  args: JsonObject;
  lookups: CompiledFields["lookups"];
  identity: Record<string, JsonValue>;
  material: Record<string, JsonValue>;
  fields: FieldReport[];
  errors: FieldError[];
  /** Entries written to the two maps so far. */
  entryCount: number;
  /** What is being normalised now, and what it can read beside itself. */
  pointer: string;
  context: NormaliseContext;
};

const ERRORS_MAX = 100;
const UNASSIGNED = refuse(`Expected characters that Unicode ${UNICODE_VERSION} has: this identifies the action.`);
const EMPTIED_OBJECT = "{}";
const UNNAMED: Readonly<Record<Role, CompiledRule>> = {
  identity: asJson("identity"),
  material: asJson("material"),
  incidental: asJson("incidental"),
};
/** A currency is read on its own: it depends on no other argument. */
const NO_CONTEXT: NormaliseContext = { at: () => undefined };

/** Takes args after validation, with defaults in and the nulls that mean absent out. Never throws for args. */
export function normaliseArgs(compiled: CompiledFields, args: JsonObject): NormalisedArgs {
  const walk = startWalk(compiled, args);
  visitMembers(walk, compiled.root, args, "", "material");
  const { identity, material, fields, errors } = walk;
  return errors.length > 0 ? { ok: false, errors } : { ok: true, identity, material, fields };
}

function asJson(role: Role): CompiledRule {
  return { role, as: "json", normalise: compileNormaliser({ as: "json" }) };
}

function startWalk({ lookups }: CompiledFields, args: JsonObject): Walk {
  const walk: Walk = {
    args,
    lookups,
    identity: {},
    material: {},
    fields: [],
    errors: [],
    entryCount: 0,
    pointer: "",
    context: { at: (other) => readBeside(walk, other) },
  };
  return walk;
}

function visit(walk: Walk, node: FieldNode | undefined, value: JsonValue, pointer: string, above: Role): void {
  const role = node?.rule?.role ?? above;
  if (node && Array.isArray(value) && (node.elements || node.hasIndexes)) {
    visitElements(walk, node, value, pointer, role);
  } else if (node && isJsonObject(value) && node.members.size > 0) {
    const countBefore = walk.entryCount;
    visitMembers(walk, node, value, pointer, role);
    if (walk.entryCount === countBefore) addShape(walk, role, value, pointer, EMPTIED_OBJECT);
  } else {
    addValue(walk, node?.rule ?? UNNAMED[role], value, pointer);
  }
}

function visitElements(walk: Walk, node: FieldNode, elements: JsonValue[], pointer: string, role: Role): void {
  addShape(walk, role, elements, pointer, elements.length);
  for (const [index, element] of elements.entries()) {
    visit(walk, node.elements ?? node.members.get(String(index)), element, appendToken(pointer, index), role);
  }
}

function visitMembers(walk: Walk, node: FieldNode, object: JsonObject, pointer: string, role: Role): void {
  for (const name of Object.keys(object)) {
    if (isWellFormed(name)) {
      const child = node.members.get(name);
      visit(walk, child, object[name] as JsonValue, child?.pointer ?? appendToken(pointer, name), role);
    } else addError(walk, pointer, "Expected member names of well-formed Unicode text.");
  }
}

function addValue(walk: Walk, rule: CompiledRule, raw: JsonValue, pointer: string): void {
  const { role, as, of } = rule;
  walk.pointer = pointer;
  const read = role === "identity" && holdsUnassigned(raw) ? UNASSIGNED : rule.normalise(raw, walk.context);
  if (!read.ok) addError(walk, pointer, read.message);
  else if (of === undefined) addEntry(walk, { pointer, role, as, raw, normalised: read.value });
  else addEntry(walk, { pointer, role, as, of, raw, normalised: read.value });
}

function holdsUnassigned(value: JsonValue): boolean {
  if (typeof value === "string") return hasUnassigned(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsUnassigned);
  return Object.entries(value).some(([name, member]) => hasUnassigned(name) || holdsUnassigned(member));
}

function addShape(walk: Walk, role: Role, raw: JsonValue, pointer: string, shape: JsonValue): void {
  addEntry(walk, { pointer: `#${pointer}`, role, as: "json", raw, normalised: shape });
}

function addEntry(walk: Walk, field: FieldReport): void {
  walk.fields.push(field);
  if (field.role === "incidental") return;
  walk[field.role][field.pointer] = field.normalised;
  walk.entryCount += 1;
}

function addError(walk: Walk, pointer: string, message: string): void {
  if (walk.errors.length < ERRORS_MAX) walk.errors.push({ pointer, message });
}

/** What a rule reads at another pointer, while it normalises the value at `walk.pointer`. */
function readBeside(walk: Walk, other: string): JsonValue | undefined {
  const lookup = walk.lookups.get(other) ?? { tokens: parsePointer(other), isFixed: false };
  const { isFixed, normalise } = lookup;
  const raw = valueAt(walk.args, isFixed ? lookup.tokens : bindElements(lookup.tokens, walk.pointer));
  if (normalise === undefined || raw === undefined) return raw;
  const read = normalise(raw, NO_CONTEXT);
  return read.ok ? read.value : undefined;
}

/** Each `*` is the element that is being normalised: `field-tree` made sure that the prefixes agree. */
function bindElements(tokens: readonly string[], pointer: string): string[] {
  const own = parsePointer(pointer);
  return tokens.map((token, index) => (token === EVERY_ELEMENT ? (own[index] ?? token) : token));
}
