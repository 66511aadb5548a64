import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { liveUpdates, refreshIntervalMs } from "@/components/live-updates";
import type { BypassBody } from "@/lib/wire/bypass";
import type { DecisionBody } from "@/lib/wire/decision";
import type { ResolutionBody } from "@/lib/wire/doubt";
import { fetchJson, fetchNothing } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";

const CONTRACTS_FRESH_MS = 60_000;
/** A further rest of a downstream is no event: the next try is looked at again. */
const AWAY_REFRESH_MS = 3_000;

const wire = () => import("@/lib/wire/intent");
const intentSchema = async () => (await wire()).IntentDto;
const contractListSchema = async () => (await import("@/lib/wire/contract")).ContractListDto;

function path(base: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${base}?${search}`;
}

export function intentQuery(id: string) {
  return queryOptions({
    queryKey: ["intents", "one", id],
    queryFn: ({ signal }) => fetchJson(intentSchema, intentPath(id), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.waiting?.for === "downstream" && !liveUpdates.get().isPaused
        ? AWAY_REFRESH_MS
        : refreshIntervalMs({ hasFailed: state.error !== null }),
  });
}

export function submissionsQuery(id: string) {
  return partsQuery(async () => (await wire()).SubmissionListDto, id, "submissions");
}

export function decisionsQuery(id: string) {
  return partsQuery(async () => (await import("@/lib/wire/decision")).DecisionListDto, id, "decisions");
}

export function attemptsQuery(id: string) {
  return partsQuery(async () => (await wire()).AttemptListDto, id, "attempts");
}

export function eventsQuery(id: string) {
  return partsQuery(async () => (await wire()).EventListDto, id, "events");
}

/** Only what people did. */
export function peopleEventsQuery(id: string) {
  return partsQuery(async () => (await wire()).EventListDto, id, "events", { actor: "operator" });
}

type PartList<T> = z.ZodType<{ items: T[]; nextCursor: string | null }>;

function partsQuery<T>(
  schema: () => Promise<PartList<T>>,
  id: string,
  part: string,
  only: Record<string, string> = {},
) {
  return infiniteQueryOptions({
    queryKey: ["intents", "one", id, part, ...Object.values(only)],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(schema, path(`${intentPath(id)}/${part}`, { ...only, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function contractsQuery() {
  return queryOptions({
    queryKey: ["contracts"],
    queryFn: ({ signal }) => fetchJson(contractListSchema, "/api/v1/contracts", { signal }),
    staleTime: CONTRACTS_FRESH_MS,
  });
}

export function decideIntent(id: string, body: DecisionBody): Promise<IntentDto> {
  return fetchJson(intentSchema, `${intentPath(id)}/decisions`, { method: "POST", body });
}

export function undoIntent(id: string): Promise<IntentDto> {
  return fetchJson(intentSchema, `${intentPath(id)}/undo`, { method: "POST", body: {} });
}

export function resolveIntent(id: string, body: ResolutionBody): Promise<IntentDto> {
  return fetchJson(intentSchema, `${intentPath(id)}/resolution`, { method: "POST", body });
}

export function bypassIntent(id: string, body: BypassBody): Promise<IntentDto> {
  return fetchJson(intentSchema, `${intentPath(id)}/bypass`, { method: "POST", body });
}

export function withdrawBypass(id: string): Promise<void> {
  return fetchNothing(`${intentPath(id)}/bypass`, { method: "DELETE" });
}

function intentPath(id: string): string {
  return `/api/v1/intents/${encodeURIComponent(id)}`;
}
