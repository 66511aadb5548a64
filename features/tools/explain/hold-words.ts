import type { HoldReason } from "@/lib/wire/intent";

/** Why it would wait, after "because". */
export const HOLD_REASONS: Record<HoldReason, string> = {
  approval: "the policy asks for a person",
  drift: "the same action was submitted with other values",
  lookalike: "the same values were submitted in another context",
  variant: "the same target was submitted with other values in another context",
  denied_before: "a person denied something about the same target",
  missing_key: "nothing says which action it repeats",
  limit: "it would go over a limit",
  paused: "it is paused",
  configuration: "a setting or a secret is missing or was turned away",
};
