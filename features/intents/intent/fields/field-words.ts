import { formatMoney } from "@/components/money";
import type { ExplainedField } from "@/lib/wire/explained-field";
import type { FieldChange } from "./compare-fields";
import { isEqualJson } from "./equal-json";

export const CHANGE_WORDS: Record<FieldChange, { word: string; meaning: string }> = {
  differs: { word: "Differs", meaning: "It means something else, and that counts." },
  incidental: { word: "Does not count", meaning: "The value is another one, where a difference does not count." },
  respelled: { word: "Same meaning", meaning: "Written differently, compared as the same." },
};

/** A JSON pointer as people say it: "lines › 0 › sku". The args are the agent's, and so may be the names in it. */
export function fieldPath(pointer: string): string {
  const isShape = pointer.startsWith("#");
  const tokens = pointer.replace(/^#/, "").split("/").slice(1);
  const name = tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~") || '""').join(" › ");
  if (name === "") return "the args as a whole";
  return isShape ? `${name} (how many)` : name;
}

/** As it is written, but without the quotes of a text that nobody takes for anything else. */
export function plainValue(value: unknown): string {
  if (typeof value !== "string" || isAmbiguous(value)) return inJson(value);
  return value;
}

/** Exactly as it is written. */
export function inJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

/** Nobody takes a longer one for a number. */
const AMBIGUOUS_CHARACTERS_MAX = 40;

/** Would be read as a number, as nothing, or as something else than the text it is. */
function isAmbiguous(text: string): boolean {
  if (text.length > AMBIGUOUS_CHARACTERS_MAX || text.includes("\n")) return false;
  return text.trim() !== text || text === "" || /^[-+.\d]/.test(text) || /^(true|false|null)$/i.test(text);
}

/** How many elements a list has is told under its own pointer; the list itself is told element by element. */
export function writtenValue({ pointer, raw, normalised }: ExplainedField): unknown {
  return pointer.startsWith("#") ? normalised : raw;
}

/** What is compared instead of what was written; null where that is the same. */
export function comparedValue(field: ExplainedField): string | null {
  const { as, normalised } = field;
  const written = writtenValue(field);
  // 42 and "42" are one: that both are compared as text tells nobody anything.
  if (isEqualJson(written, normalised) || (typeof written === "number" && String(written) === normalised)) return null;
  if (as === "money" && isMoney(normalised)) return moneyWords(normalised, field.amount);
  return inJson(normalised);
}

/** "$80.00 (8000 minor units)"; in major units where the server says how many those are. */
function moneyWords(
  { minor, currency }: { minor: string; currency: string },
  amount: ExplainedField["amount"],
): string {
  return amount === undefined ? `${minor} minor units of ${currency}` : `${formatMoney(amount)} (${minor} minor units)`;
}

function isMoney(value: unknown): value is { minor: string; currency: string } {
  if (typeof value !== "object" || value === null) return false;
  const { minor, currency } = value as Record<string, unknown>;
  return typeof minor === "string" && typeof currency === "string";
}
