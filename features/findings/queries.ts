import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/wire/fetch-json";
import type { FindingDto, FindingStateBody } from "@/lib/wire/finding";
import type { StoreReleasedDto } from "@/lib/wire/store";
import { type FindingFilter, toQuery } from "./finding-filter";

const LIST_PAGE_SIZE = 50;
const TOOLS_FRESH_MS = 60_000;

const wire = () => import("@/lib/wire/finding");
const store = () => import("@/lib/wire/store");
const findingSchema = async () => (await wire()).FindingDto;

export function findingListQuery(filter: FindingFilter) {
  return infiniteQueryOptions({
    queryKey: ["findings", "list", filter],
    queryFn: ({ pageParam, signal }) => {
      const search = toSearch({ ...toQuery(filter), limit: String(LIST_PAGE_SIZE), cursor: pageParam });
      return fetchJson(async () => (await wire()).FindingListDto, `/api/v1/findings?${search}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function findingQuery(id: string) {
  return queryOptions({
    queryKey: ["findings", "one", id],
    queryFn: ({ signal }) => fetchJson(findingSchema, findingPath(id), { signal }),
  });
}

/** Whether the database went back in time; counted among intents, whose every change may change it. */
export function storeQuery() {
  return queryOptions({
    queryKey: ["intents", "store"],
    queryFn: ({ signal }) => fetchJson(async () => (await store()).StoreStateDto, "/api/v1/store", { signal }),
  });
}

export function releaseRestored(reason: string): Promise<StoreReleasedDto> {
  const schema = async () => (await store()).StoreReleasedDto;
  return fetchJson(schema, "/api/v1/store/release", { method: "POST", body: { reason } });
}

/** Names and titles of the tools. */
export function toolsQuery() {
  return queryOptions({
    queryKey: ["contracts", "names"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/contract")).ContractListDto, "/api/v1/contracts", { signal }),
    staleTime: TOOLS_FRESH_MS,
  });
}

export function changeFinding(id: string, body: FindingStateBody): Promise<FindingDto> {
  return fetchJson(findingSchema, `${findingPath(id)}/state`, { method: "POST", body });
}

function findingPath(id: string): string {
  return `/api/v1/findings/${encodeURIComponent(id)}`;
}

function toSearch(query: Record<string, string | undefined>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search;
}
