"use client";

import { AgentForOthers } from "@/features/agents/agent-for-others";
import { AgentHeader } from "@/features/agents/agent-header";
import { AgentSkeleton } from "@/features/agents/agent-skeleton";
import { AgentView } from "@/features/agents/agent-view";
import { ForOperator } from "../../for-operator";

export function AgentScreen({ id }: { id: string }) {
  return (
    <ForOperator what="This agent" header={<AgentHeader agent={null} />} loading={<AgentSkeleton />}>
      {({ role }) => (role === "admin" ? <AgentView id={id} /> : <AgentForOthers id={id} role={role} />)}
    </ForOperator>
  );
}
