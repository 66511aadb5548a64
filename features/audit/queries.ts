import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchJson, fetchUnknown } from "@/lib/wire/fetch-json";
import { type EventFilter, toQuery } from "./events/event-filter";
import type { ProofOutcome } from "./verify/inclusion-proof";

const EVENTS_PAGE_SIZE = 100;
const SEALS_PAGE_SIZE = 50;

const wire = () => import("@/lib/wire/audit");

export function eventListQuery(filter: EventFilter) {
  return infiniteQueryOptions({
    queryKey: ["audit", "events", filter],
    queryFn: ({ pageParam, signal }) => {
      const path = eventsPath(filter, { limit: String(EVENTS_PAGE_SIZE), ...pageParam });
      return fetchJson(async () => (await wire()).LoggedEventListDto, path, { signal });
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
}

export function sealListQuery() {
  return infiniteQueryOptions({
    queryKey: ["audit", "seals"],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ limit: String(SEALS_PAGE_SIZE), ...pageParam });
      return fetchJson(async () => (await wire()).SealListDto, `/api/v1/audit/seals?${search}`, { signal });
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
}

/** The public keys as this Interlock tells them. */
export function auditKeysQuery() {
  return queryOptions({
    queryKey: ["audit", "keys"],
    queryFn: ({ signal }) => fetchJson(async () => (await wire()).AuditKeyListDto, "/api/v1/audit/key", { signal }),
  });
}

export function proofPath(eventId: string): string {
  return `/api/v1/audit/events/${encodeURIComponent(eventId)}/proof`;
}

/** The id of the newest event that matches; null: none does. */
export function newestEventQuery(filter: EventFilter) {
  return queryOptions({
    queryKey: ["audit", "newest", filter],
    queryFn: async ({ signal }) => {
      const path = eventsPath(filter, { limit: "1" });
      const { items } = await fetchJson(async () => (await wire()).LoggedEventListDto, path, { signal });
      return items[0]?.id ?? null;
    },
  });
}

function eventsPath(filter: EventFilter, more: Record<string, string>): string {
  const search = new URLSearchParams(more);
  for (const [name, value] of Object.entries(toQuery(filter, Date.now()))) {
    if (value !== undefined) search.set(name, value);
  }
  return `/api/v1/audit/events?${search}`;
}

/** Fetches the way from one event to its seal and checks it right here, with the keys as this Interlock tells them. */
export async function proveEvent(eventId: string): Promise<ProofOutcome> {
  const [{ checkProof }, { items }, proof] = await Promise.all([
    import("./verify/inclusion-proof"),
    fetchJson(async () => (await wire()).AuditKeyListDto, "/api/v1/audit/key"),
    fetchUnknown(proofPath(eventId)),
  ]);
  return checkProof(proof, items.map(({ publicKey }) => publicKey).join("\n"));
}
