import type { HoldReason } from "@/lib/wire/intent";

/** What to do about `configuration`, after what is missing. */
export const MEND_WORDS = "Correct the setting, restart the worker, then approve to try again.";

/** Why an intent waits, in the operator's words. */
export const HOLD_WORDS: Record<HoldReason, { word: string; meaning: string }> = {
  approval: { word: "Approval", meaning: "The policy of this tool asks for a person." },
  drift: { word: "Drift", meaning: "The same action was submitted again with other material values." },
  lookalike: { word: "Look-alike", meaning: "The same values were already submitted in another context." },
  variant: { word: "Variant", meaning: "The same target was already submitted with other values in another context." },
  denied_before: { word: "Denied before", meaning: "A person denied an action on the same target." },
  missing_key: { word: "Missing key", meaning: "Nothing in the submission says which action it repeats." },
  limit: { word: "Limit", meaning: "Its contract asks for a person where a limit would be passed." },
  paused: { word: "Paused", meaning: "The tool, the agent or everything is paused; it continues after a resume." },
  configuration: {
    word: "Configuration",
    meaning: "A setting that the call needs is missing or wrong.",
  },
};
