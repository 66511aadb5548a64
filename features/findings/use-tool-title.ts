"use client";

import { useQuery } from "@tanstack/react-query";
import { toolsQuery } from "./queries";

/** What a finding names that is about no tool. */
export const EVERY_TOOL = "*";

/** What people call a tool; its name where it has no contract, or as long as the titles are on their way. */
export function useToolTitle(tool: string): string {
  const tools = useQuery(toolsQuery());
  if (tool === EVERY_TOOL) return "The whole database";
  return tools.data?.items.find((one) => one.tool === tool)?.title ?? tool;
}
