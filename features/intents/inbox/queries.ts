import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isLong, liveUpdates, refreshIntervalMs } from "@/components/live-updates";
import { fetchJson } from "@/lib/wire/fetch-json";
import type { BatchBody, BatchDto, WaitReason } from "@/lib/wire/inbox";

/** The first page comes fast; those after it come in bulk, because whoever scrolls on has many. */
const FIRST_PAGE_SIZE = 25;
const PAGE_SIZE = 200;

const wire = () => import("@/lib/wire/inbox");

/** What the inbox is narrowed to. */
export type InboxFilter = { reason?: WaitReason; tool?: string; agent?: string; q?: string };

export function inboxQuery(filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: ["intents", "inbox", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      fetchInbox(filter, pageParam === undefined ? FIRST_PAGE_SIZE : PAGE_SIZE, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // Neither the clock nor a second look at the window moves rows that somebody asked to stay.
    refetchInterval: ({ state }) =>
      isLong(state.data) ? false : refreshIntervalMs({ hasFailed: state.error !== null }),
    refetchOnWindowFocus: ({ state }) => isFollowing() && !isLong(state.data),
    refetchOnMount: isFollowing,
  });
}

function isFollowing(): boolean {
  return !liveUpdates.get().isPaused;
}

export function fetchInbox(filter: InboxFilter, limit: number, cursor?: string, signal?: AbortSignal) {
  const search = new URLSearchParams({ ...filter, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  return fetchJson(async () => (await wire()).InboxDto, `/api/v1/inbox?${search}`, { ...(signal && { signal }) });
}

export function inboxCountsQuery(filter: Omit<InboxFilter, "reason"> = {}) {
  return queryOptions({
    queryKey: ["intents", "inbox", "counts", filter],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams(filter);
      const path = search.size === 0 ? "/api/v1/inbox/counts" : `/api/v1/inbox/counts?${search}`;
      return fetchJson(async () => (await wire()).InboxCountsDto, path, { signal });
    },
  });
}

export function decideMany(body: BatchBody): Promise<BatchDto> {
  return fetchJson(async () => (await wire()).BatchDto, "/api/v1/decisions", { method: "POST", body });
}

/** Whether there has ever been an intent. */
export function anyIntentQuery() {
  return queryOptions({
    queryKey: ["intents", "any"],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await import("@/lib/wire/intent")).IntentListDto, "/api/v1/intents?limit=1", { signal }),
  });
}
