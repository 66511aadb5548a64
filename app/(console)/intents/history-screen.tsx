"use client";

import { useQuery } from "@tanstack/react-query";
import { IntentList } from "@/features/intents/list/intent-list";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function HistoryScreen() {
  const session = useQuery(sessionQuery());
  return <IntentList operator={session.data?.operator ?? null} />;
}
