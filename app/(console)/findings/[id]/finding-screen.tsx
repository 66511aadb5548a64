"use client";

import { useQuery } from "@tanstack/react-query";
import { FindingView } from "@/features/findings/finding-view";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function FindingScreen({ id }: { id: string }) {
  const session = useQuery(sessionQuery());
  return <FindingView id={id} role={session.data?.operator.role ?? null} />;
}
