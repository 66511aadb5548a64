"use client";

import { useQuery } from "@tanstack/react-query";
import { RestingDownstreams } from "@/features/downstreams/resting-downstreams";
import { RestoredNotice } from "@/features/findings/restored-notice";
import { STATE_WORDS } from "@/features/intents/words/state-words";
import { Overview } from "@/features/overview/overview";
import { sessionQuery } from "@/features/session/queries";

/** The overview, in the words and icons that states have everywhere, below what does not answer and what a restore put in doubt. */
export function OverviewScreen() {
  const role = useQuery(sessionQuery()).data?.operator.role;
  const canTry = role === "approver" || role === "admin";
  const above = (
    <>
      <RestoredNotice />
      <RestingDownstreams canTry={canTry} />
    </>
  );
  return <Overview stateWords={STATE_WORDS} above={above} />;
}
