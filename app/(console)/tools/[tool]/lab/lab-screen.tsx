"use client";

import { useQuery } from "@tanstack/react-query";
import { LabView } from "@/features/key-lab/lab-view";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function LabScreen({ tool }: { tool: string }) {
  const session = useQuery(sessionQuery());
  return <LabView tool={tool} operator={session.data?.operator ?? null} />;
}
