import type { DecisionDto } from "@/lib/wire/decision";
import type { HoldReason } from "@/lib/wire/intent";

const CAUSES: Record<Exclude<HoldReason, "approval">, string> = {
  drift: "other values were asked for (drift)",
  lookalike: "it resembles another intent (look-alike)",
  variant: "it resembles another intent (variant)",
  denied_before: "a person denied something about the same target (denied before)",
  missing_key: "nothing says which action it repeats (missing key)",
  limit: "a limit would be passed (limit)",
  paused: "it was paused",
  configuration: "a setting is missing (configuration)",
};

export type HeldWords = {
  /** What held it beside its policy: "because it resembles another intent (look-alike)". */
  because: string;
  /** Whether policy asked for a person, too; if not, its rule alone would have cleared it. */
  isByPolicy: boolean;
};

/** Null: it is no hold, or its policy alone held it. */
export function heldWords({ verdict, reasons = [] }: Pick<DecisionDto, "verdict" | "reasons">): HeldWords | null {
  const causes = reasons.flatMap((reason) => (reason === "approval" ? [] : [CAUSES[reason]]));
  if (verdict !== "hold" || causes.length === 0) return null;
  return { because: `because ${causes.join(" and ")}`, isByPolicy: reasons.includes("approval") };
}
