"use client";

import { useQuery } from "@tanstack/react-query";
import { IntentView } from "@/features/intents/intent/intent-view";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function IntentScreen({ id }: { id: string }) {
  const session = useQuery(sessionQuery());
  return <IntentView id={id} operator={session.data?.operator ?? null} />;
}
