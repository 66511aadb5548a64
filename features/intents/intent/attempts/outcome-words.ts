import type { Tone } from "@/components/badge";
import type { AttemptDto } from "@/lib/wire/intent";

type OutcomeWords = { word: string; tone: Tone; meaning: string };

const OUTCOMES: Record<NonNullable<AttemptDto["outcome"]>, OutcomeWords> = {
  success: { word: "Success", tone: "good", meaning: "The downstream did it, and said what it calls it." },
  partial: { word: "Partial", tone: "warn", meaning: "The downstream did a part of it." },
  definitive: { word: "Definitive failure", tone: "bad", meaning: "The downstream refused it. Nothing happened." },
  not_sent: { word: "Not sent", tone: "neutral", meaning: "It never reached the downstream: it is safe to try again." },
  unknown: { word: "Unknown", tone: "doubt", meaning: "It may have reached the downstream. Nobody can say from here." },
  configuration: { word: "Configuration", tone: "warn", meaning: "A setting or a secret was missing or turned away." },
};

const UNDER_WAY: OutcomeWords = {
  word: "Under way",
  tone: "info",
  meaning: "A worker is at it, until its lease ends.",
};

export function outcomeWords(outcome: AttemptDto["outcome"]): OutcomeWords {
  return outcome === null ? UNDER_WAY : OUTCOMES[outcome];
}
