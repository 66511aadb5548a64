/**
 * The args as CEL sees them: the normalised value at every named pointer, an integer as int, a decimal or an amount of
 * money (in major units) as double, everything else as it is. Limits add exactly and never use these doubles.
 */
import type { JsonObject, JsonValue } from "../json";
import { type Money, majorUnits } from "../normalise/money";
import type { FieldReport } from "../normalise/normalise-args";
import { parsePointer } from "../pointer";

export function conditionArgs(args: JsonObject, fields: FieldReport[]): Record<string, unknown> {
  const view = structuredClone(args) as Record<string, unknown>;
  // A shape (`#/items`) reports an array's length, not a field.
  for (const field of fields) if (field.pointer.startsWith("/")) place(view, field.pointer, toCelValue(field));
  return view;
}

function toCelValue(field: FieldReport): unknown {
  const value = field.normalised;
  if (value === null) return null;
  if (field.as === "integer") return BigInt(value as string);
  if (field.as === "decimal") return Number(value);
  if (field.as === "money") return Number(majorUnits(value as Money));
  return value satisfies JsonValue;
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
