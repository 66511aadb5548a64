"use client";

import { Agents } from "@/features/agents/agents";
import { AgentsForOthers } from "@/features/agents/agents-for-others";
import { AgentsSkeleton } from "@/features/agents/agents-skeleton";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and what is looked at. */
export function AgentsScreen() {
  return (
    <ForOperator loading={<AgentsSkeleton />}>
      {({ role }) => (role === "admin" ? <Agents /> : <AgentsForOthers role={role} />)}
    </ForOperator>
  );
}
