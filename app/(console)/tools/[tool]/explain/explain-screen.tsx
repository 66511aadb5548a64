"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/features/session/queries";
import { ExplainView } from "@/features/tools/explain/explain-view";

/** Two features meet here: who looks, and what is looked at. */
export function ExplainScreen({ tool }: { tool: string }) {
  const role = useQuery(sessionQuery()).data?.operator.role;
  return <ExplainView tool={tool} canListAgents={role === "admin"} />;
}
