import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchJson, fetchNothing } from "@/lib/wire/fetch-json";
import type { CreatedGrantDto, GrantBody } from "@/lib/wire/grant";
import { type GrantFilter, toQuery } from "./grant-filter";

const GRANTS = "/api/v1/grants";
const LIST_PAGE_SIZE = 50;
const CHOICES_PAGE_SIZE = 200;
/** More agents than anybody chooses from; a cursor that leads back must end somewhere. */
const CHOICES_PAGES_MAX = 10;

const wire = () => import("@/lib/wire/grant");

export function grantListQuery(filter: GrantFilter) {
  return infiniteQueryOptions({
    queryKey: ["grants", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(
        async () => (await wire()).GrantListDto,
        path(GRANTS, { ...toQuery(filter), limit: LIST_PAGE_SIZE, cursor: pageParam }),
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function grantQuery(id: string) {
  return queryOptions({
    queryKey: ["grants", "one", id],
    queryFn: ({ signal }) => fetchJson(async () => (await wire()).GrantDto, grantPath(id), { signal }),
  });
}

export function grantUsesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["grants", "one", id, "uses"],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(
        async () => (await wire()).GrantUseListDto,
        path(`${grantPath(id)}/uses`, { limit: LIST_PAGE_SIZE, cursor: pageParam }),
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

/** The tools that a grant can be about, by title. */
export function toolChoicesQuery() {
  return queryOptions({
    queryKey: ["contracts", "grants", "choices"],
    queryFn: ({ signal }) =>
      fetchJson(
        async () => (await import("@/lib/wire/contract")).ContractListDto,
        path("/api/v1/contracts", { limit: CHOICES_PAGE_SIZE }),
        { signal },
      ),
    select: ({ items }) => items.map(({ tool, title, effect }) => ({ tool, title, effect })),
  });
}

export function contractQuery(tool: string) {
  return queryOptions({
    queryKey: ["contracts", "grants", "one", tool],
    queryFn: ({ signal }) =>
      fetchJson(
        async () => (await import("@/lib/wire/contract")).ContractDto,
        `/api/v1/contracts/${encodeURIComponent(tool)}`,
        { signal },
      ),
  });
}

type AgentChoice = { id: string; name: string; namespace: string };

/** Those that can still submit. */
export function agentChoicesQuery() {
  return queryOptions({
    queryKey: ["agents", "grants", "choices"],
    queryFn: async ({ signal }): Promise<AgentChoice[]> => {
      const schema = async () => (await import("@/lib/wire/agent")).AgentListDto;
      const all: AgentChoice[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < CHOICES_PAGES_MAX; page += 1) {
        const list = await fetchJson(schema, path("/api/v1/agents", { limit: CHOICES_PAGE_SIZE, cursor }), { signal });
        all.push(...list.items.filter(({ disabledAt }) => disabledAt === null));
        if (list.nextCursor === null) break;
        cursor = list.nextCursor;
      }
      return all;
    },
  });
}

export function createGrant(body: GrantBody): Promise<CreatedGrantDto> {
  return fetchJson(async () => (await wire()).CreatedGrantDto, GRANTS, { method: "POST", body });
}

export function revokeGrant(id: string): Promise<void> {
  return fetchNothing(grantPath(id), { method: "DELETE" });
}

function grantPath(id: string): string {
  return `${GRANTS}/${encodeURIComponent(id)}`;
}

function path(base: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${base}?${search}`;
}
