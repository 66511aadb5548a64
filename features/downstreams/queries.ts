import { queryOptions } from "@tanstack/react-query";
import { liveUpdates, refreshIntervalMs } from "@/components/live-updates";
import type { RestingDownstreamDto, RestingDownstreamListDto } from "@/lib/wire/downstream";
import { fetchJson } from "@/lib/wire/fetch-json";

const schema = async () => (await import("@/lib/wire/downstream")).RestingDownstreamListDto;

/** A further rest is no event: while something rests, the next try is looked at again. */
const RESTING_REFRESH_MS = 3_000;

export function restingQuery() {
  return queryOptions({
    queryKey: ["downstreams", "resting"],
    queryFn: ({ signal }) => fetchJson(schema, "/api/v1/downstreams", { signal }),
    refetchInterval: ({ state }) => {
      const isResting = (state.data?.items.length ?? 0) > 0 && !liveUpdates.get().isPaused;
      return isResting ? RESTING_REFRESH_MS : refreshIntervalMs({ hasFailed: state.error !== null });
    },
  });
}

export type RestingRoute = Pick<RestingDownstreamDto, "origin" | "tool">;

export function tryNow({ origin, tool }: RestingRoute): Promise<RestingDownstreamListDto> {
  return fetchJson(schema, "/api/v1/downstreams/try", { method: "POST", body: { origin, tool } });
}
