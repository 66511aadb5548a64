import type { PinTest } from "./grant-draft";
import type { PinnableField } from "./pinnable-fields";

const WORDS: Record<PinTest, string> = {
  any: "any value",
  eq: "is",
  in: "is one of",
  lte: "is up to",
  lt: "is below",
  gte: "is at least",
  gt: "is above",
  span: "is between",
};

/** What can be asked of a field: an order only where it has one, "one of" only where there are many. */
export function testsFor({ isOrdered, value }: PinnableField): { value: PinTest; label: string }[] {
  const tests: PinTest[] = ["any", "eq"];
  if (value.kind !== "boolean") tests.push("in");
  if (isOrdered) tests.push("lte", "lt", "gte", "gt", "span");
  return tests.map((test) => ({ value: test, label: WORDS[test] }));
}

/** How the value of a field is to be written. */
export function valueHint({ as, value }: PinnableField, test: PinTest, currency: string | null): string {
  const many = test === "in" ? (value.kind === "json" ? " One value a line." : " Separate them with commas.") : "";
  return `${single({ as, value }, currency)}${many}`.trim();
}

function single({ as, value }: Pick<PinnableField, "as" | "value">, currency: string | null): string {
  if (as === "money") {
    return currency === null
      ? "In major units. Pin its currency too, or any will do."
      : `In major units of ${currency}.`;
  }
  if (as === "date") return "Such as 2026-12-31.";
  if (as === "instant") return "Such as 2026-12-31T09:00:00Z.";
  if (value.kind === "json") return 'JSON, such as ["a", "b"].';
  return "";
}
