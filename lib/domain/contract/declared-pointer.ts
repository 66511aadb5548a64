/**
 * Pointers for the audit log. A pointer is made of the names of members, and where a schema lets agents name members
 * themselves such a name is a value: it may be long, it may be somebody's address, and the log is never erased. So a
 * pointer goes as far as the contract's own schema names it.
 */
import { isJsonObject, type JsonObject } from "../json";
import { appendToken, isArrayIndex, parsePointer } from "../pointer";
import { partsBelow, partsOf, type SchemaParts } from "./schema-parts";

const DIFFERS_MAX = 100;
/** This runs while others wait for the flush; of a body that differs everywhere the first few tell enough. */
const LOOKED_AT_MAX = 500;

/** `count` says how many there were, where not all of them are named. */
export type Differs = { differs?: string[]; differsCount?: number };

export function declaredDiffers(schema: unknown, pointers: readonly string[]): Differs {
  if (pointers.length === 0) return {};
  const differs = [...new Set(pointers.slice(0, LOOKED_AT_MAX).map((pointer) => declaredPart(schema, pointer)))].slice(
    0,
    DIFFERS_MAX,
  );
  return { differs, ...(differs.length < pointers.length ? { differsCount: pointers.length } : {}) };
}

/** The empty pointer: all args, of which nothing more can be said. */
export function declaredPart(schema: unknown, pointer: string): string {
  if (!isJsonObject(schema)) return "";
  let at = partsOf(schema, [schema]);
  let declared = "";
  for (const token of parsePointer(pointer)) {
    if (!isDeclared(at, token)) return declared;
    declared = appendToken(declared, token);
    at = partsBelow(schema, at, token);
  }
  return declared;
}

function isDeclared({ parts }: SchemaParts, token: string): boolean {
  return parts.some(({ schema }) => hasMember(schema, token) || (isArrayIndex(token) && hasElements(schema)));
}

function hasMember({ properties }: JsonObject, token: string): boolean {
  return isJsonObject(properties) && Object.hasOwn(properties, token);
}

function hasElements({ type, items, prefixItems }: JsonObject): boolean {
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array") && !type.includes("object"));
  return isArray || (type === undefined && (items !== undefined || prefixItems !== undefined));
}
