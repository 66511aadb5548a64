import CircleAlert from "lucide-react/icons/circle-alert";
import Eye from "lucide-react/icons/eye";
import PencilLine from "lucide-react/icons/pencil-line";
import Repeat from "lucide-react/icons/repeat";
import type { Icon, Tone } from "@/components/badge";
import type { EffectClass } from "@/lib/wire/effect";
import { type ReadContract, textAt } from "./read-definition";
import type { Statement } from "./statement";

type EffectWords = { word: string; tone: Tone; icon: Icon; meaning: string };

/** What an effect class means for whoever approves it. */
export const EFFECT_WORDS: Record<EffectClass, EffectWords> = {
  read: {
    word: "Reads",
    tone: "neutral",
    icon: Eye,
    meaning: "It changes nothing downstream. Every submission is recorded and runs; none is ever a duplicate.",
  },
  write_idempotent: {
    word: "Writes, repeatable",
    tone: "neutral",
    icon: Repeat,
    meaning: "It changes something downstream. Doing it twice leaves the same as doing it once.",
  },
  write_non_idempotent: {
    word: "Writes",
    tone: "info",
    icon: PencilLine,
    meaning: "It changes something downstream, and every run does it again: twice is twice.",
  },
  irreversible: {
    word: "Irreversible",
    tone: "bad",
    icon: CircleAlert,
    meaning: "What it does cannot be taken back by anybody.",
  },
};

export const VALUE_WORDS: Record<ReadContract["value"], { word: string; meaning: string }> = {
  high: {
    word: "High value",
    meaning: "A mistake is expensive. Where this contract leaves something out, the stricter rule holds.",
  },
  low: {
    word: "Low value",
    meaning: "A mistake is cheap. Where this contract leaves something out, the easier rule holds.",
  },
};

export const OBSERVES =
  "This contract only observes. Keys, duplicates and verdicts are recorded, and everything runs as if it were cleared: nobody is asked, nothing is refused, a duplicate runs again.";

export function effectStatements(contract: ReadContract): Statement[] {
  const { effect, value, mode, definition } = contract;
  const description = textAt(definition, "description");
  const statements = [
    { text: `${EFFECT_WORDS[effect].word}. ${EFFECT_WORDS[effect].meaning}` },
    { text: `${VALUE_WORDS[value].word}. ${VALUE_WORDS[value].meaning}` },
  ];
  if (effect === "irreversible") statements.push({ text: autoClearWords(definition["allowAutoClear"] === true) });
  if (mode === "observe") statements.push({ text: OBSERVES });
  return description === null || description.trim() === "" ? statements : [{ text: description }, ...statements];
}

function autoClearWords(isAllowed: boolean): string {
  return isAllowed
    ? "Its owner allows rules and grants to clear it, so it may run without a person."
    : "No rule and no grant clears it: a person approves every one.";
}
