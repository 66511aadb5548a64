/** What args hold at a pin's pointer, as the contract's rules read it. */
import type { JsonObject } from "../json";
import type { FieldReport } from "../normalise/normalise-args";
import { appendToken, EVERY_ELEMENT, parsePointer, valueAt } from "../pointer";
import type { ReadValue } from "./pin";

export type ValuesAt = (pointer: string) => ReadValue[] | null;

/** Null: somewhere the pointer leads to nothing, or to what has no reading of its own; `*` needs every element. */
export function readValues(args: JsonObject, fields: readonly FieldReport[]): ValuesAt {
  const reports = new Map(fields.map((field) => [field.pointer, field]));
  return (pointer) => {
    const places = expand(args, parsePointer(pointer));
    const values = places?.map((place) => readAt(args, reports, place)) ?? [null];
    return values.every((value) => value !== null) ? values : null;
  };
}

/** The places that `*` stands for. An empty array has none, and nothing can be said about nothing. */
function expand(args: JsonObject, tokens: readonly string[]): string[][] | null {
  let places: string[][] = [[]];
  for (const token of tokens) {
    if (token !== EVERY_ELEMENT) {
      places = places.map((place) => [...place, token]);
      continue;
    }
    const next: string[][] = [];
    for (const place of places) {
      const array = valueAt(args, place);
      if (!Array.isArray(array) || array.length === 0) return null;
      for (const index of array.keys()) next.push([...place, String(index)]);
    }
    places = next;
  }
  return places;
}

function readAt(
  args: JsonObject,
  reports: ReadonlyMap<string, FieldReport>,
  place: readonly string[],
): ReadValue | null {
  const value = valueAt(args, place);
  if (value === undefined) return null;
  let pointer = "";
  let nearest: FieldReport | undefined;
  for (const token of place) {
    pointer = appendToken(pointer, token);
    nearest = reports.get(pointer) ?? nearest;
  }
  if (nearest?.pointer === pointer) return { as: nearest.as, normalised: nearest.normalised };
  // Below what is compared as json, a part is compared as json too; a container of named parts has no report at all.
  return nearest?.as === "json" ? { as: "json", normalised: value } : null;
}
