"use client";

import { useQuery } from "@tanstack/react-query";
import { RunList } from "@/features/reconciliations/run-list";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function ReconciliationsScreen() {
  const session = useQuery(sessionQuery());
  return <RunList role={session.data?.operator.role ?? null} />;
}
