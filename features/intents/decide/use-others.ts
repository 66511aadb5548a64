"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { OtherAskDto } from "@/lib/wire/inbox";
import { fetchInbox } from "../inbox/queries";

function othersQuery(id: string) {
  return queryOptions({
    queryKey: ["intents", "inbox", "others", id],
    queryFn: async ({ signal }): Promise<OtherAskDto[]> => {
      // An id finds exactly the intent that has it.
      const { items } = await fetchInbox({ q: id }, 1, undefined, signal);
      return items.find((item) => item.id === id)?.others ?? [];
    },
    staleTime: 0,
    // What is remembered of an earlier question is not what became of them since.
    gcTime: 0,
  });
}

/** What else was asked for, followed while somebody is asked: the other intent may be performed meanwhile. */
export function useOthers(id: string, known: OtherAskDto[] | undefined) {
  const { data, isError, isFetching, refetch } = useQuery(othersQuery(id));
  return { others: data ?? known, isError, isFetching, readAgain: () => void refetch() };
}
