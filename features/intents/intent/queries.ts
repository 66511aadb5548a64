import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/wire/fetch-json";

/** The version that an intent was opened under: it never changes, so it is read once. */
export function contractVersionQuery(tool: string, version: number) {
  return queryOptions({
    queryKey: ["contracts", "version", tool, version],
    queryFn: ({ signal }) =>
      fetchJson(
        async () => (await import("@/lib/wire/contract")).ContractVersionDetailDto,
        `/api/v1/contracts/${encodeURIComponent(tool)}/versions/${version}`,
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}

export function intentFindingsQuery(id: string) {
  return queryOptions({
    queryKey: ["findings", "of intent", id],
    queryFn: ({ signal }) =>
      fetchJson(
        async () => (await import("@/lib/wire/finding")).FindingListDto,
        `/api/v1/findings?intent=${encodeURIComponent(id)}`,
        { signal },
      ),
  });
}
