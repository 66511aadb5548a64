import { formatMoney } from "@/components/money";
import type { ExplainedField } from "@/lib/wire/explained-field";

/** A value as the wire has it, in one line; what is absent says so. */
export function valueText(value: unknown): string {
  return value === undefined ? "absent" : (JSON.stringify(value) ?? String(value));
}

/** What a field is compared as: money as people read it, anything else as the wire has it. */
export function comparedText({ normalised, amount }: Pick<ExplainedField, "normalised" | "amount">): string {
  return amount === undefined ? valueText(normalised) : formatMoney(amount);
}
