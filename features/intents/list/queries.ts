import { queryOptions } from "@tanstack/react-query";
import { liveUpdates } from "@/components/live-updates";
import { fetchJson } from "@/lib/wire/fetch-json";
import { type IntentFilter, toQuery } from "./filter/intent-filter";
import { type IntentRow, toRow } from "./rows/intent-row";
import { isUpTo } from "./rows/list-order";

/** More than any screen shows at once, and few enough to be read again whenever something happens. */
export const TOP_SIZE = 100;
const PAGE_SIZE = 200;
/** A page may have grown since its end was set: an intent that entered the filter. More than this has no page. */
const PARTS_MAX = 5;
const PAGE_FRESH_MS = 30_000;
const PAGE_KEPT_MS = 60_000;

const intentListSchema = async () => (await import("@/lib/wire/intent")).IntentListDto;
const totalsSchema = async () => (await import("@/lib/wire/intent-list")).IntentTotalsDto;

/** `behindMs`: history does not show yet what changed in the last so many; null: it shows everything. */
export type RowPage = { rows: IntentRow[]; nextCursor: string | null; behindMs: number | null };

/** Rows that move are what whoever pauses wants to be spared. */
const unlessPaused = () => !liveUpdates.get().isPaused;
const FOLLOWING = {
  refetchOnWindowFocus: unlessPaused,
  refetchOnReconnect: unlessPaused,
  refetchOnMount: unlessPaused,
};

async function fetchRows(filter: IntentFilter, limit: number, cursor: string | null, signal: AbortSignal) {
  const search = toQuery(filter, Date.now());
  search.set("limit", String(limit));
  if (cursor !== null) search.set("cursor", cursor);
  const list = await fetchJson(intentListSchema, `/api/v1/intents?${search}`, { signal });
  const { items, nextCursor, behindMs = null } = list;
  return { rows: items.map(toRow), nextCursor, behindMs };
}

/** The top of the list, as it is now. */
export function topQuery(filter: IntentFilter) {
  return queryOptions({
    queryKey: ["intents", "list", filter, "top"],
    queryFn: ({ signal }): Promise<RowPage> => fetchRows(filter, TOP_SIZE, null, signal),
    ...FOLLOWING,
  });
}

/** The rows below a mark, down to the next one; `end` null: there is none yet. */
export function pageQuery(filter: IntentFilter, cursor: string, end: string | null) {
  return queryOptions({
    queryKey: ["intents", "list", filter, "below", cursor],
    queryFn: ({ signal }) => fetchPage(filter, cursor, end, signal),
    staleTime: PAGE_FRESH_MS,
    gcTime: PAGE_KEPT_MS,
    ...FOLLOWING,
  });
}

async function fetchPage(
  filter: IntentFilter,
  cursor: string,
  end: string | null,
  signal: AbortSignal,
): Promise<RowPage> {
  const first = await fetchRows(filter, PAGE_SIZE, cursor, signal);
  if (end === null) return first;
  const rows = [...first.rows];
  let next = first.nextCursor;
  const isShort = () => next !== null && next !== end && rows.every((row) => isUpTo(row, end));
  for (let part = 1; part < PARTS_MAX && isShort(); part += 1) {
    const more = await fetchRows(filter, PAGE_SIZE, next, signal);
    rows.push(...more.rows);
    next = more.nextCursor;
  }
  return { ...first, rows: rows.filter((row) => isUpTo(row, end)), nextCursor: end };
}

/** Not one that changes invalidate: to count may take a second. Whoever shows it says when to count again. */
export function totalsQuery(filter: IntentFilter) {
  return queryOptions({
    queryKey: ["intent-totals", filter],
    queryFn: ({ signal }) =>
      fetchJson(totalsSchema, `/api/v1/intents/totals?${toQuery(filter, Date.now())}`, { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: unlessPaused,
  });
}

/** A plain link: the browser shows how far it is, and keeps nothing of it in memory. */
export function exportPath(filter: IntentFilter, nowMs: number): string {
  return `/api/v1/intents/export?${toQuery(filter, nowMs)}`;
}
