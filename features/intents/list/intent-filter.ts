import type { IntentState } from "@/lib/wire/intent";
import { isState } from "../words/state-words";

/** What the list is narrowed to. Lives in the address, so that a view can be sent to somebody. */
export type IntentFilter = { state?: IntentState; tool?: string };

const TOOL_LENGTH_MAX = 128;

export function parseFilter(search: URLSearchParams): IntentFilter {
  const state = search.get("state");
  const tool = search.get("tool");
  return {
    ...(isState(state) && { state }),
    ...(tool !== null && tool !== "" && tool.length <= TOOL_LENGTH_MAX && { tool }),
  };
}

export function filterPath(filter: IntentFilter): string {
  const search = new URLSearchParams();
  if (filter.state !== undefined) search.set("state", filter.state);
  if (filter.tool !== undefined) search.set("tool", filter.tool);
  return search.size === 0 ? "/intents" : `/intents?${search}`;
}

export function isFiltered(filter: IntentFilter): boolean {
  return filter.state !== undefined || filter.tool !== undefined;
}
