import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AgentDetailDto, ChangeAgentBody, CreatedAgentDto, NewAgentKeyDto } from "@/lib/wire/agent";
import { fetchJson, fetchNothing } from "@/lib/wire/fetch-json";
import type { PauseStateDto } from "@/lib/wire/pause";

const AGENTS = "/api/v1/agents";
const LIST_PAGE_SIZE = 50;
const TOOLS_FRESH_MS = 60_000;

const wire = () => import("@/lib/wire/agent");
const pauseSchema = async () => (await import("@/lib/wire/pause")).PauseStateDto;

export function agentListQuery(namespace: string | null) {
  return infiniteQueryOptions({
    queryKey: ["agents", "list", namespace],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ limit: String(LIST_PAGE_SIZE) });
      if (namespace !== null) search.set("namespace", namespace);
      if (pageParam !== undefined) search.set("cursor", pageParam);
      return fetchJson(async () => (await wire()).AgentListDto, `${AGENTS}?${search}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function agentQuery(id: string) {
  return queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: ({ signal }) => fetchJson(async () => (await wire()).AgentDetailDto, agentPath(id), { signal }),
  });
}

/** Everybody may ask this, also those who may not read the agent itself. */
export function agentPauseQuery(id: string) {
  return queryOptions({
    queryKey: ["pauses", "agent", id],
    queryFn: ({ signal }) => fetchJson(pauseSchema, `${agentPath(id)}/pause`, { signal }),
  });
}

/** The tools that an agent can be limited to. */
export function toolNamesQuery() {
  return queryOptions({
    queryKey: ["contracts", "names"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/contract")).ContractListDto, "/api/v1/contracts", { signal }),
    select: (list) => list.items.map(({ tool, title }) => ({ tool, title })),
    staleTime: TOOLS_FRESH_MS,
  });
}

/** What a form sends: everything that has a default is said. */
export type NewAgent = Required<ChangeAgentBody> & { name: string; namespace: string };
export type Rotation = { overlap: string; expiresIn?: string };

export function createAgent(body: NewAgent): Promise<CreatedAgentDto> {
  return fetchJson(async () => (await wire()).CreatedAgentDto, AGENTS, { method: "POST", body });
}

export function changeAgent(id: string, body: ChangeAgentBody): Promise<AgentDetailDto> {
  return fetchJson(async () => (await wire()).AgentDetailDto, agentPath(id), { method: "PATCH", body });
}

export function disableAgent(id: string): Promise<void> {
  return fetchNothing(agentPath(id), { method: "DELETE" });
}

export function rotateKey(id: string, body: Rotation): Promise<NewAgentKeyDto> {
  return fetchJson(async () => (await wire()).NewAgentKeyDto, `${agentPath(id)}/keys`, { method: "POST", body });
}

export function revokeKey(id: string, keyId: string): Promise<void> {
  return fetchNothing(`${agentPath(id)}/keys/${encodeURIComponent(keyId)}`, { method: "DELETE" });
}

export function pauseAgent(id: string, reason: string): Promise<PauseStateDto> {
  return fetchJson(pauseSchema, `${agentPath(id)}/pause`, { method: "POST", body: { reason } });
}

export function resumeAgent(id: string): Promise<PauseStateDto> {
  return fetchJson(pauseSchema, `${agentPath(id)}/resume`, { method: "POST", body: {} });
}

function agentPath(id: string): string {
  return `${AGENTS}/${encodeURIComponent(id)}`;
}
