import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AgentDto } from "@/lib/wire/agent";
import type { ContractSummaryDto } from "@/lib/wire/contract";
import type { ExplanationDto } from "@/lib/wire/explain";
import { fetchJson } from "@/lib/wire/fetch-json";
import type { PauseDto, PauseStateDto } from "@/lib/wire/pause";
import type { PausePlace } from "./pause/pause-place";

const CONTRACTS = "/api/v1/contracts";
const PAGE_SIZE = 200;
/** More tools than anybody has; a cursor that leads back must end somewhere. */
const PAGES_MAX = 50;

const wire = () => import("@/lib/wire/contract");
const pauses = () => import("@/lib/wire/pause");

type Page<T> = { items: T[]; nextCursor: string | null };

/** Everything, page by page: what is searched within must be here. */
async function readAll<T>(readPage: (cursor: string | null) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items, nextCursor }: Page<T> = await readPage(cursor);
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
  return all;
}

function paged(path: string, cursor: string | null): string {
  const after = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  return `${path}${path.includes("?") ? "&" : "?"}limit=${PAGE_SIZE}${after}`;
}

export function toolListQuery() {
  return queryOptions({
    queryKey: ["contracts", "tools", "list"],
    queryFn: ({ signal }): Promise<ContractSummaryDto[]> =>
      readAll((cursor) => fetchJson(async () => (await wire()).ContractListDto, paged(CONTRACTS, cursor), { signal })),
  });
}

export function toolQuery(tool: string) {
  return queryOptions({
    queryKey: ["contracts", "tools", "one", tool],
    queryFn: ({ signal }) => fetchJson(async () => (await wire()).ContractDto, contractPath(tool), { signal }),
  });
}

export function versionListQuery(tool: string) {
  return infiniteQueryOptions({
    queryKey: ["contracts", "tools", "versions", tool],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(async () => (await wire()).ContractVersionListDto, paged(`${contractPath(tool)}/versions`, pageParam), {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

/** A version never changes: what is here need not be read again. */
export function versionQuery(tool: string, version: number) {
  return queryOptions({
    queryKey: ["contracts", "tools", "version", tool, version],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await wire()).ContractVersionDetailDto, `${contractPath(tool)}/versions/${version}`, {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}

/** What is paused now: tools, agents, everything. */
export function activePausesQuery() {
  return queryOptions({
    queryKey: ["pauses", "active"],
    queryFn: ({ signal }): Promise<PauseDto[]> =>
      readAll((cursor) =>
        fetchJson(async () => (await pauses()).PauseListDto, paged("/api/v1/pauses?active=true", cursor), { signal }),
      ),
  });
}

export function pauseQuery(place: PausePlace) {
  return queryOptions({
    queryKey: ["pauses", place.covers, place.covers === "tool" ? place.tool : null],
    queryFn: ({ signal }) => fetchJson(pauseSchema, `${placePath(place)}/pause`, { signal }),
  });
}

const pauseSchema = async () => (await pauses()).PauseStateDto;

export function pausePlace(place: PausePlace, reason: string): Promise<PauseStateDto> {
  return fetchJson(pauseSchema, `${placePath(place)}/pause`, { method: "POST", body: { reason } });
}

export function resumePlace(place: PausePlace): Promise<PauseStateDto> {
  return fetchJson(pauseSchema, `${placePath(place)}/resume`, { method: "POST", body: {} });
}

/** Those that can still submit. For those who may list them: an admin. */
export function agentChoicesQuery() {
  const schema = async () => (await import("@/lib/wire/agent")).AgentListDto;
  return queryOptions({
    queryKey: ["agents", "explain", "choices"],
    queryFn: async ({ signal }): Promise<AgentDto[]> => {
      const agents = await readAll((cursor) => fetchJson(schema, paged("/api/v1/agents", cursor), { signal }));
      return agents.filter(({ disabledAt }) => disabledAt === null);
    },
  });
}

/** Writes nothing. The body is sent as it is written: a number keeps every digit that somebody typed. */
export function explain(text: string, headers: Record<string, string>): Promise<ExplanationDto> {
  const schema = async () => (await import("@/lib/wire/explain")).ExplanationDto;
  return fetchJson(schema, "/api/v1/explain", { method: "POST", text, headers });
}

function contractPath(tool: string): string {
  return `${CONTRACTS}/${encodeURIComponent(tool)}`;
}

function placePath(place: PausePlace): string {
  return place.covers === "tool" ? `/api/v1/tools/${encodeURIComponent(place.tool)}` : "/api/v1";
}
