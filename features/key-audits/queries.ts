import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { refreshIntervalMs } from "@/components/live-updates";
import { fetchJson } from "@/lib/wire/fetch-json";
import type { KeyAuditSummaryDto } from "@/lib/wire/key-audit";
import { isUnderWay } from "./audit-words";

const PATH = "/api/v1/key-audits";
const LIST_PAGE_SIZE = 25;
/** Pages of an audit are no events: whoever watches one asks. */
const UNDER_WAY_REFRESH_MS = 1_000;

const wire = () => import("@/lib/wire/key-audit");

function refreshMs(error: unknown, audits: KeyAuditSummaryDto[]): number | false {
  return audits.some(isUnderWay) ? UNDER_WAY_REFRESH_MS : refreshIntervalMs({ hasFailed: error !== null });
}

export function keyAuditListQuery() {
  return infiniteQueryOptions({
    queryKey: ["key_audits", "list"],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ limit: String(LIST_PAGE_SIZE), ...pageParam });
      return fetchJson(async () => (await wire()).KeyAuditListDto, `${PATH}?${search}`, { signal });
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    refetchInterval: ({ state }) => refreshMs(state.error, state.data?.pages.flatMap(({ items }) => items) ?? []),
  });
}

export function keyAuditQuery(id: string) {
  return queryOptions({
    queryKey: ["key_audits", "one", id],
    queryFn: ({ signal }) => fetchJson(async () => (await wire()).KeyAuditDto, auditPath(id), { signal }),
    refetchInterval: ({ state }) => refreshMs(state.error, state.data === undefined ? [] : [state.data]),
  });
}

export function startKeyAudit(body: { from?: string; to?: string }): Promise<KeyAuditSummaryDto> {
  return fetchJson(async () => (await wire()).KeyAuditSummaryDto, PATH, { method: "POST", body });
}

export function csvPath(id: string): string {
  return `${auditPath(id)}/csv`;
}

function auditPath(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
