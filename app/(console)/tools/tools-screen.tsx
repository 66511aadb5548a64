"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/features/session/queries";
import { ToolList } from "@/features/tools/list/tool-list";

/** Two features meet here: who looks, and what is looked at. Everybody may look; who may press the switch is known later. */
export function ToolsScreen() {
  const role = useQuery(sessionQuery()).data?.operator.role;
  return <ToolList canPause={role === "approver" || role === "admin"} />;
}
