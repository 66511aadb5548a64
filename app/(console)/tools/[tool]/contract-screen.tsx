"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/features/session/queries";
import { ContractView } from "@/features/tools/tool/contract-view";

/** Two features meet here: who looks, and what is looked at. */
export function ContractScreen({ tool }: { tool: string }) {
  const role = useQuery(sessionQuery()).data?.operator.role;
  return <ContractView tool={tool} canPause={role === "approver" || role === "admin"} />;
}
