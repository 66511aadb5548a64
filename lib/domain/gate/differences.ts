/** Field by field: what another submission of the same action says differently. Shown as written, told by meaning. */
import { canonicalJson, type JsonObject, type JsonValue } from "../json";
import { parsePointer, valueAt } from "../pointer";

export type FieldDifference = {
  pointer: string;
  role: "material";
  old: JsonValue;
  new: JsonValue;
  oldNormalised: JsonValue;
  newNormalised: JsonValue;
};

export type Side = { args: JsonObject; material: Record<string, JsonValue> };

export function materialDifferences(before: Side, after: Side): FieldDifference[] {
  const pointers = [...new Set([...Object.keys(before.material), ...Object.keys(after.material)])].sort();
  return pointers.flatMap((pointer) => {
    const [had, has] = [Object.hasOwn(before.material, pointer), Object.hasOwn(after.material, pointer)];
    const oldNormalised = had ? (before.material[pointer] as JsonValue) : null;
    const newNormalised = has ? (after.material[pointer] as JsonValue) : null;
    if (had === has && canonicalJson(oldNormalised) === canonicalJson(newNormalised)) return [];
    // `#/items` tells the length of a list whose elements are told one by one.
    const isShape = pointer.startsWith("#");
    const written = (side: Side, shape: JsonValue) =>
      isShape ? shape : (valueAt(side.args, parsePointer(pointer)) ?? null);
    return [
      {
        pointer: isShape ? pointer.slice(1) : pointer,
        role: "material" as const,
        old: written(before, oldNormalised),
        new: written(after, newNormalised),
        oldNormalised,
        newNormalised,
      },
    ];
  });
}
