import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { refreshIntervalMs } from "@/components/live-updates";
import { fetchJson } from "@/lib/wire/fetch-json";
import type { ReconciliationBody, ReconciliationDto } from "@/lib/wire/reconciliation";
import { isUnderWay } from "./run-words";

const LIST_PAGE_SIZE = 25;
const ERRORS_PAGE_SIZE = 50;
const TOOLS_FRESH_MS = 60_000;
/** Steps of a run are no events: whoever watches one asks. */
const UNDER_WAY_REFRESH_MS = 1_000;

const PATH = "/api/v1/reconciliations";
const wire = () => import("@/lib/wire/reconciliation");
const runSchema = async () => (await wire()).ReconciliationDto;

type Watched = { state: { data?: unknown; error: unknown } };

function refreshMs(query: Watched, runs: ReconciliationDto[]): number | false {
  return runs.some(isUnderWay) ? UNDER_WAY_REFRESH_MS : refreshIntervalMs({ hasFailed: query.state.error !== null });
}

export function runListQuery(tool: string | null) {
  return infiniteQueryOptions({
    queryKey: ["reconciliations", "list", tool],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({
        limit: String(LIST_PAGE_SIZE),
        ...pageParam,
        ...(tool !== null && { tool }),
      });
      return fetchJson(async () => (await wire()).ReconciliationListDto, `${PATH}?${search}`, { signal });
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    refetchInterval: (query) => refreshMs(query, query.state.data?.pages.flatMap(({ items }) => items) ?? []),
  });
}

export function runQuery(id: string) {
  return queryOptions({
    queryKey: ["reconciliations", "one", id],
    queryFn: ({ signal }) => fetchJson(runSchema, runPath(id), { signal }),
    refetchInterval: (query) => refreshMs(query, query.state.data === undefined ? [] : [query.state.data]),
  });
}

/** Rows that could not be read; the first of them come with the run itself. */
export function rowFaultsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["reconciliations", "one", id, "errors"],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ limit: String(ERRORS_PAGE_SIZE), ...pageParam });
      return fetchJson(async () => (await wire()).RowFaultListDto, `${runPath(id)}/errors?${search}`, { signal });
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
}

export function toolsQuery() {
  return queryOptions({
    queryKey: ["contracts", "names"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/contract")).ContractListDto, "/api/v1/contracts", { signal }),
    staleTime: TOOLS_FRESH_MS,
  });
}

/** How a tool's downstream can be asked: what its active contract declares. */
export function sourcesQuery(tool: string) {
  return queryOptions({
    queryKey: ["contracts", "sources", tool],
    queryFn: async ({ signal }) => {
      const schema = async () => (await import("@/lib/wire/contract")).ContractDto;
      const { definition } = await fetchJson(schema, `/api/v1/contracts/${encodeURIComponent(tool)}`, { signal });
      const { list, probe } = (definition.execute ?? {}) as { list?: unknown; probe?: unknown };
      return { list: list !== undefined, probe: probe !== undefined };
    },
    enabled: tool !== "",
    staleTime: TOOLS_FRESH_MS,
  });
}

export function startRun(body: ReconciliationBody): Promise<ReconciliationDto> {
  return fetchJson(runSchema, PATH, { method: "POST", body });
}

export function stopRun(id: string): Promise<ReconciliationDto> {
  return fetchJson(runSchema, `${runPath(id)}/stop`, { method: "POST", body: {} });
}

function runPath(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
