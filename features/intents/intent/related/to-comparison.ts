import type { ExplainedField } from "@/lib/wire/explained-field";
import type { IntentDto } from "@/lib/wire/intent";
import type { Difference } from "@/lib/wire/problem";
import type { Comparison } from "../fields/compare-fields";

export type Resembled = NonNullable<IntentDto["resembles"]>[number];

/** As they were recorded: `new` is this intent, `old` the one that was there before it. */
export function toComparison(differences: readonly Difference[]): Comparison {
  const changes = differences.map((difference) => ({
    pointer: difference.pointer,
    role: difference.role,
    change: difference.role === "incidental" ? ("incidental" as const) : ("differs" as const),
    runs: toField(difference, difference.new, difference.newNormalised),
    other: toField(difference, difference.old, difference.oldNormalised),
  }));
  return { changes, equal: [] };
}

/** A null on both sides of the normaliser is how absence is recorded. */
function toField({ pointer, role }: Difference, raw: unknown, normalised: unknown): ExplainedField | null {
  if (raw === null && (normalised === null || normalised === undefined)) return null;
  return { pointer, role, as: isMoney(normalised) ? "money" : "json", raw, normalised: normalised ?? raw };
}

function isMoney(value: unknown): boolean {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}
