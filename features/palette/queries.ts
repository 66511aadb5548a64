import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/wire/fetch-json";

/** What the palette leads to beside its commands; a hundred of each is more than anybody reads. */
const FRESH_MS = 60_000;

export function toolNamesQuery() {
  return queryOptions({
    queryKey: ["contracts", "palette"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/contract")).ContractListDto, "/api/v1/contracts?limit=100", {
        signal,
      }),
    staleTime: FRESH_MS,
  });
}

export function agentNamesQuery() {
  return queryOptions({
    queryKey: ["agents", "palette"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/agent")).AgentListDto, "/api/v1/agents?limit=100", { signal }),
    staleTime: FRESH_MS,
    // Only admins may list them; for everybody else the palette has none.
    retry: false,
  });
}
