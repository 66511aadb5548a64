import { queryOptions } from "@tanstack/react-query";
import type { CreatedAgentDto } from "@/lib/wire/agent";
import { fetchJson } from "@/lib/wire/fetch-json";

/** The demo's tool: small refunds clear by themselves, larger ones wait for a person. */
export const TOOL = "refund_payment";

/** Whether the demo's tool is there; null: it is not. */
export function demoToolQuery() {
  return queryOptions({
    queryKey: ["contracts", "welcome"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/contract")).ContractListDto, "/api/v1/contracts", { signal }),
    select: ({ items }) => items.find(({ tool }) => tool === TOOL) ?? null,
  });
}

/** What was asked for in this walk; null: nothing yet. */
export function walkQuery(run: string) {
  return queryOptions({
    queryKey: ["intents", "walk", run],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ run, limit: "1" });
      return fetchJson(async () => (await import("@/lib/wire/intent")).IntentListDto, `/api/v1/intents?${search}`, {
        signal,
      });
    },
    enabled: run !== "",
    select: ({ items }) => items[0] ?? null,
  });
}

export function createAgent(name: string): Promise<CreatedAgentDto> {
  const body = { name, labels: { made: "on the first-steps page" } };
  return fetchJson(async () => (await import("@/lib/wire/agent")).CreatedAgentDto, "/api/v1/agents", {
    method: "POST",
    body,
  });
}
