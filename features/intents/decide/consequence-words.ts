/** What follows from a yes, a no and from nothing, as ends of sentences: "Approve: runs at once". */
import { spellDuration } from "@/components/duration";
import type { IntentDto } from "@/lib/wire/intent";
import { morePeople } from "../words/people-words";

type Told = Pick<IntentDto, "about" | "hold">;

export function approveWords({ about, hold }: Told): string {
  const missingCount = (hold?.approvalsNeeded ?? 1) - (hold?.approvalsGiven ?? 0) - 1;
  if (missingCount > 0) return `needs ${morePeople(missingCount)} after you before it runs`;
  if (hold?.reasons.includes("paused")) return "runs after a resume";
  const undoMs = about?.undoMs ?? 0;
  if (undoMs > 0) return `runs in ${spellDuration(undoMs)}; you can take it back until then`;
  return about?.effect === "irreversible" ? "runs at once, and cannot be taken back" : "runs at once";
}

export const DENY_WORDS = "nothing runs; the agent gets your reason";

/** Where nobody decides in time. */
export const TIME_OUT_WORDS = "it expires; nothing runs";
