"use client";

import { useQuery } from "@tanstack/react-query";
import { RestingDownstreams } from "@/features/downstreams/resting-downstreams";
import { STATE_WORDS } from "@/features/intents/words/state-words";
import { Overview } from "@/features/overview/overview";
import { sessionQuery } from "@/features/session/queries";

/** The overview, in the words and icons that states have everywhere, below what does not answer. */
export function OverviewScreen() {
  const role = useQuery(sessionQuery()).data?.operator.role;
  const canTry = role === "approver" || role === "admin";
  return <Overview stateWords={STATE_WORDS} above={<RestingDownstreams canTry={canTry} />} />;
}
