/**
 * The args as CEL sees them: the normalised value at every named pointer, an integer as int, a decimal or an amount of
 * money (in major units) as double, everything else as it is. Limits add exactly and never use these doubles.
 */
import { copyJson, type JsonObject, type JsonValue } from "../json";
import { type Money, majorUnits } from "../normalise/money";
import type { FieldReport } from "../normalise/normalise-args";
import type { NormaliserName, NormaliserRule } from "../normalise/rule";
import { parsePointer } from "../pointer";

export function conditionArgs(args: JsonObject, fields: FieldReport[]): Record<string, unknown> {
  const view: Record<string, unknown> = copyJson(args);
  for (const { pointer, as, of, raw, normalised } of fields) {
    // A shape (`#/items`) reports an array's length, not a field.
    if (!pointer.startsWith("/")) continue;
    const value = toCelValue(as, of, normalised);
    if (!Object.is(value, raw)) place(view, pointer, value);
  }
  return view;
}

/** Also inside collections: a set of integers is a list of ints. */
function toCelValue(as: NormaliserName, of: NormaliserRule | undefined, value: JsonValue): unknown {
  if (value === null) return null;
  if (as === "integer") return BigInt(value as string);
  if (as === "decimal") return Number(value);
  if (as === "money") return Number(majorUnits(value as Money));
  if (of === undefined || of.as === "json" || !Array.isArray(value)) return value;
  return value.map((element) => toCelValue(of.as, "of" in of ? of.of : undefined, element));
}

function place(root: Record<string, unknown>, pointer: string, value: unknown): void {
  const parts = parsePointer(pointer);
  const last = parts.pop();
  let at: unknown = root;
  for (const part of parts) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return;
    at = (at as Record<string, unknown>)[part];
  }
  if (last === undefined || typeof at !== "object" || at === null || !Object.hasOwn(at, last)) return;
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
}
