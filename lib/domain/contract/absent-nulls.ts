/**
 * Models write `null` for "not given". It counts as absent unless the schema lists null there; inside free-form JSON,
 * where the schema describes no members, nothing is dropped. Elements of arrays are never dropped: they have a place.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "../json";
import { listsNull, partsBelow, partsOf, type SchemaParts } from "./schema-parts";

type Place = {
  parts: SchemaParts;
  describesMembers: boolean;
  names: ReadonlySet<string>;
  listsNull: boolean;
  /** From this index on, all elements are described alike. */
  tupleLength: number;
  below: Map<string, Place>;
};
type Below = (place: Place, token: string) => Place;

/** Stands for every member that the schema does not name, so that what is remembered is bounded by the schema. */
const UNNAMED = "\u0000";

/** What it returns changes the args that it is given. */
export function makeNullDropper(schema: JsonObject): (args: JsonObject) => void {
  // The args themselves are described, even by a schema that names no argument.
  const root: Place = { ...placeOf(partsOf(schema, [schema])), describesMembers: true };
  const below: Below = (place, token) => {
    const known = place.below.get(token);
    if (known) return known;
    const found = placeOf(partsBelow(schema, place.parts, token));
    place.below.set(token, found);
    return found;
  };
  return (args) => {
    if (containsNull(args)) dropMembers(args, root, below);
  };
}

function placeOf(parts: SchemaParts): Place {
  const properties = parts.parts.map(({ schema }) => schema["properties"]).filter(isJsonObject);
  const tuples = parts.parts.map(({ schema }) =>
    Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0,
  );
  return {
    parts,
    describesMembers: properties.length > 0,
    names: new Set(properties.flatMap((named) => Object.keys(named))),
    listsNull: listsNull(parts),
    tupleLength: Math.max(0, ...tuples),
    below: new Map(),
  };
}

/** Most args have none, and then no schema needs to be looked at. */
function containsNull(value: JsonValue): boolean {
  if (typeof value !== "object") return false;
  if (value === null) return true;
  if (Array.isArray(value)) return value.some(containsNull);
  for (const name of Object.keys(value)) if (containsNull(value[name] as JsonValue)) return true;
  return false;
}

function dropMembers(object: JsonObject, place: Place, below: Below): void {
  for (const [name, member] of Object.entries(object)) {
    const found = below(place, place.names.has(name) ? name : UNNAMED);
    if (member !== null) dropInside(member, found, below);
    else if (place.describesMembers && !found.listsNull && !found.parts.unclear) delete object[name];
  }
}

function dropInside(value: JsonValue, place: Place, below: Below): void {
  if (place.parts.parts.length === 0 || typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) {
    dropMembers(value, place, below);
    return;
  }
  for (const [index, element] of value.entries()) {
    dropInside(element, below(place, String(Math.min(index, place.tupleLength))), below);
  }
}
