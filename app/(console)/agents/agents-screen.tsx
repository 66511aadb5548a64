"use client";

import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { Agents } from "@/features/agents/agents";
import { AgentsForOthers } from "@/features/agents/agents-for-others";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and what is looked at. */
export function AgentsScreen() {
  return (
    <ForOperator
      what="The agents"
      header={<PageHeader title={<h1 className="font-semibold text-base text-ink">Agents</h1>} />}
      loading={<ListSkeleton what="the agents" />}
    >
      {({ role }) => (role === "admin" ? <Agents /> : <AgentsForOthers role={role} />)}
    </ForOperator>
  );
}
