"use client";

import { useQuery } from "@tanstack/react-query";
import { RestingDownstreams } from "@/features/downstreams/resting-downstreams";
import { sessionQuery } from "@/features/session/queries";
import { ToolList } from "@/features/tools/list/tool-list";

/** Features meet here: who looks, and what is looked at. Who may press the switches is known later. */
export function ToolsScreen() {
  const role = useQuery(sessionQuery()).data?.operator.role;
  const mayAct = role === "approver" || role === "admin";
  return <ToolList canPause={mayAct} above={<RestingDownstreams canTry={mayAct} />} />;
}
