import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import { STATE_WORDS } from "./state-words";
import { waitsFor } from "./wait-sentence";

type Waiting = Pick<HoldDto, "reasons" | "approvalsNeeded">;

/** What a hold waits for: `title` heads it where it is decided, `meaning` is the sentence of its state. */
export function waitingWords({ reasons, approvalsNeeded }: Waiting): { title: string; meaning: string } {
  // A pause alone asks nobody for a decision.
  if (approvalsNeeded === 0) return { title: "Paused: it runs after a resume", meaning: "Paused. Waits for a resume." };
  if (!reasons.includes("paused")) return { title: "Waiting for a decision", meaning: STATE_WORDS.held.meaning };
  return {
    title: "Waiting for a decision, and for a resume",
    meaning: "Waits for a person to decide, and for a resume.",
  };
}

/** What its state means, in a sentence. */
export function stateMeaning({ state, hold, waiting }: Pick<IntentDto, "state" | "hold" | "waiting">): string {
  if (state === "held" && hold !== undefined) return waitingWords(hold).meaning;
  return waitsFor(waiting)?.meaning ?? STATE_WORDS[state].meaning;
}
