"use client";

import { STATE_WORDS } from "@/features/intents/words/state-words";
import { Overview } from "@/features/overview/overview";

/** The overview, in the words and icons that states have everywhere. */
export function OverviewScreen() {
  return <Overview stateWords={STATE_WORDS} />;
}
