import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/wire/fetch-json";
import { FOUND_MAX, type FoundIntent, mergeFound } from "./found-intents";

/** What the palette leads to beside its commands; a hundred of each is more than anybody reads. */
const FRESH_MS = 60_000;
/** What is shorter is the beginning of a word. */
const SEARCHED_LENGTH_MIN = 3;
export const SEARCHED_LENGTH_MAX = 200;

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

/** Intents by id, run, effect id or target, as inbox and history search for them. */
export function foundIntentsQuery(q: string) {
  return queryOptions({
    queryKey: ["intents", "palette", q],
    queryFn: async ({ signal }): Promise<FoundIntent[]> => {
      const search = new URLSearchParams({ q, limit: String(FOUND_MAX) });
      const [waiting, all] = await Promise.all([
        fetchJson(async () => (await import("@/lib/wire/inbox")).InboxDto, `/api/v1/inbox?${search}`, { signal }),
        fetchJson(async () => (await import("@/lib/wire/intent")).IntentListDto, `/api/v1/intents?${search}`, {
          signal,
        }),
      ]);
      return mergeFound({ waiting: waiting.items, all: all.items });
    },
    enabled: q.length >= SEARCHED_LENGTH_MIN,
    refetchInterval: false,
    retry: false,
  });
}
