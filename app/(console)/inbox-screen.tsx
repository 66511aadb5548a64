"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "@/features/intents/inbox/inbox";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who decides, and what waits. */
export function InboxScreen() {
  const session = useQuery(sessionQuery());
  return <Inbox operator={session.data?.operator ?? null} />;
}
