import { canonicalJson, type JsonValue } from "../json";
import { accept, type Normaliser, refuse } from "./normalised";

/** `set` is sorted and unique, `bag` sorted with repeats, `list` in order. An empty one differs from an absent one. */
export function makeCollection(kind: "set" | "bag" | "list", element: Normaliser): Normaliser {
  return (value, context) => {
    if (!Array.isArray(value)) return refuse("Expected an array.");
    const elements: JsonValue[] = [];
    for (const [index, raw] of value.entries()) {
      const normalised = element(raw, context);
      if (!normalised.ok) return refuse(`Element ${index}: ${normalised.message}`);
      elements.push(normalised.value);
    }
    return accept(kind === "list" ? elements : sortCanonically(elements, kind === "set"));
  };
}

/** Canonical JSON decides both order and equality, so `1`, `"1"` and `{"a":1}` can share a set. */
function sortCanonically(elements: JsonValue[], unique: boolean): JsonValue[] {
  const keyed = elements.map((element) => ({ element, key: canonicalJson(element) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const kept = unique ? keyed.filter(({ key }, index) => key !== keyed[index - 1]?.key) : keyed;
  return kept.map(({ element }) => element);
}
