import { queryOptions } from "@tanstack/react-query";
import { liveUpdates, refreshIntervalMs } from "@/components/live-updates";
import { fetchJson, ProblemError } from "@/lib/wire/fetch-json";
import type { Range } from "./range";

/** Nothing tells of every submission; and a bucket of days does not change in seconds. */
const REFRESH_MS: Record<Range, number> = { "1h": 15_000, "24h": 30_000, "7d": 60_000, "30d": 120_000, "90d": 120_000 };

const schema = async () => (await import("@/lib/wire/overview")).OverviewDto;

export function overviewQuery(range: Range) {
  return queryOptions({
    queryKey: ["overview", range],
    queryFn: ({ signal }) => fetchJson(schema, `/api/v1/overview?last=${range}`, { signal }),
    refetchInterval: ({ state }) => {
      if (state.error !== null) return isHopeless(state.error) ? false : refreshIntervalMs({ hasFailed: true });
      return liveUpdates.get().isPaused ? false : REFRESH_MS[range];
    },
  });
}

/** Asking the same again brings the same answer. */
function isHopeless(error: unknown): boolean {
  return error instanceof ProblemError && !error.problem.retriable;
}
