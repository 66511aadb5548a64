"use client";

import { useQuery } from "@tanstack/react-query";
import { RunView } from "@/features/reconciliations/run-view";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function ReconciliationScreen({ id }: { id: string }) {
  const session = useQuery(sessionQuery());
  return <RunView id={id} role={session.data?.operator.role ?? null} />;
}
