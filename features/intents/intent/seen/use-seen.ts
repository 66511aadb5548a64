"use client";

import { useState } from "react";
import type { IntentDto } from "@/lib/wire/intent";
import { isSameProposal, nextSeen } from "./next-seen";

export type Seen = {
  /** What is drawn, and what a decision is about. */
  intent: IntentDto;
  /** What would be decided on by now, where that is something else. */
  changed: IntentDto | null;
  showChanged: () => void;
};

/** `isStale`: what is drawn is a remembered copy, which nobody decides on. */
export function useSeen(intent: IntentDto, own: readonly IntentDto[], isStale: boolean): Seen {
  const [seen, setSeen] = useState<IntentDto | null>(null);
  const next = isStale ? seen : nextSeen(seen, { intent, own });
  // During the drawing, so that nothing is drawn that is old already.
  if (next !== seen) setSeen(next);
  const shown = next ?? intent;
  return {
    intent: shown,
    changed: isStale || shown.state !== "held" || isSameProposal(shown, intent) ? null : intent,
    showChanged: () => setSeen(intent),
  };
}
