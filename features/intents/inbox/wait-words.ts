import type { Tone } from "@/components/badge";
import type { WaitReason } from "@/lib/wire/inbox";
import { HOLD_WORDS } from "../words/hold-words";

type WaitWords = { word: string; meaning: string; tone: Tone };

/** Why something waits for a person, in the order in which the chips stand. */
export const WAIT_WORDS: Record<WaitReason, WaitWords> = {
  approval: { ...HOLD_WORDS.approval, tone: "info" },
  drift: { ...HOLD_WORDS.drift, tone: "warn" },
  lookalike: { ...HOLD_WORDS.lookalike, tone: "warn" },
  variant: { ...HOLD_WORDS.variant, tone: "warn" },
  denied_before: { ...HOLD_WORDS.denied_before, tone: "bad" },
  limit: { ...HOLD_WORDS.limit, tone: "warn" },
  missing_key: { ...HOLD_WORDS.missing_key, tone: "warn" },
  configuration: { ...HOLD_WORDS.configuration, tone: "bad" },
  paused: { ...HOLD_WORDS.paused, tone: "neutral" },
  in_doubt: {
    word: "In doubt",
    meaning: "It may have happened: the outcome is unknown.",
    tone: "doubt",
  },
  bypass: {
    word: "Bypass",
    meaning: "An operator ordered a second effect; more people must confirm it.",
    tone: "warn",
  },
};

export const WAIT_REASONS = Object.keys(WAIT_WORDS) as WaitReason[];

export function isWaitReason(value: unknown): value is WaitReason {
  return typeof value === "string" && Object.hasOwn(WAIT_WORDS, value);
}
