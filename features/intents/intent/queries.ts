import { queryOptions } from "@tanstack/react-query";
import type { ChoiceBody, ChoiceDto } from "@/lib/wire/choice";
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

/** What deciding on other args of an intent would be about: asks, and changes nothing. */
export function explainChoice(id: string, body: ChoiceBody, signal?: AbortSignal): Promise<ChoiceDto> {
  return fetchJson(
    async () => (await import("@/lib/wire/choice")).ChoiceDto,
    `/api/v1/intents/${encodeURIComponent(id)}/explain`,
    { method: "POST", body, ...(signal && { signal }) },
  );
}

/** The same of a submission; null: of the args that run, or ran. */
export function choiceQuery(id: string, submissionId: string | null) {
  return queryOptions({
    queryKey: ["intents", "one", id, "choice", submissionId],
    queryFn: ({ signal }) => explainChoice(id, submissionId === null ? {} : { submissionId }, signal),
  });
}
