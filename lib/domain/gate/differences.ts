/** Field by field: what another submission of the same key says differently, by normalised value. */
import { canonicalJson, type JsonValue } from "../json";

export type FieldDifference = { pointer: string; role: "material"; old: JsonValue; new: JsonValue };

export function materialDifferences(
  before: Record<string, JsonValue>,
  after: Record<string, JsonValue>,
): FieldDifference[] {
  const pointers = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return pointers.flatMap((pointer) => {
    const old = Object.hasOwn(before, pointer) ? (before[pointer] as JsonValue) : null;
    const now = Object.hasOwn(after, pointer) ? (after[pointer] as JsonValue) : null;
    const present = Object.hasOwn(before, pointer) === Object.hasOwn(after, pointer);
    if (present && canonicalJson(old) === canonicalJson(now)) return [];
    return [{ pointer, role: "material" as const, old, new: now }];
  });
}
