import Ban from "lucide-react/icons/ban";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import CircleX from "lucide-react/icons/circle-x";
import Hand from "lucide-react/icons/hand";
import LoaderCircle from "lucide-react/icons/loader-circle";
import ShieldX from "lucide-react/icons/shield-x";
import TimerOff from "lucide-react/icons/timer-off";
import Undo2 from "lucide-react/icons/undo-2";
import type { Icon, Tone } from "@/components/badge";
import type { IntentState } from "@/lib/wire/intent";

type StateWords = { word: string; tone: Tone; icon: Icon; meaning: string };

/** Each state's word, icon and colour, and what it means in a sentence. */
export const STATE_WORDS: Record<IntentState, StateWords> = {
  held: { word: "Held", tone: "warn", icon: Hand, meaning: "Waits for a person to decide." },
  cleared: { word: "Cleared", tone: "info", icon: CircleDashed, meaning: "May run; a worker will take it." },
  executing: { word: "Executing", tone: "info", icon: LoaderCircle, meaning: "A worker is performing it now." },
  in_doubt: {
    word: "In doubt",
    tone: "doubt",
    icon: CircleQuestionMark,
    meaning: "It may have happened. The outcome is unknown, so it is not retried.",
  },
  succeeded: { word: "Succeeded", tone: "good", icon: CircleCheck, meaning: "The effect happened, once." },
  partial: { word: "Partial", tone: "warn", icon: CircleAlert, meaning: "Only a part of the effect happened." },
  failed: { word: "Failed", tone: "bad", icon: CircleX, meaning: "The effect did not happen." },
  denied: { word: "Denied", tone: "bad", icon: Ban, meaning: "An operator said no. Nothing ran." },
  refused: { word: "Refused", tone: "neutral", icon: ShieldX, meaning: "A policy rule said no. Nothing ran." },
  expired: { word: "Expired", tone: "neutral", icon: TimerOff, meaning: "Nobody decided in time. Nothing ran." },
  withdrawn: { word: "Withdrawn", tone: "neutral", icon: Undo2, meaning: "The agent took it back. Nothing ran." },
};

/** In the order in which an operator cares: what waits, what moves, what ended. */
export const STATES = Object.keys(STATE_WORDS).filter(isState);

export function isState(value: unknown): value is IntentState {
  return typeof value === "string" && Object.hasOwn(STATE_WORDS, value);
}
