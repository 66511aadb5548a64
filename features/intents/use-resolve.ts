"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResolutionBody } from "@/lib/wire/doubt";
import { intentQuery, resolveIntent } from "./queries";

/** Sends what somebody vouches for and shows nothing as resolved before the answer is here; then reads everything anew. */
export function useResolve(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ResolutionBody) => resolveIntent(id, body),
    onSuccess: (intent) => queries.setQueryData(intentQuery(id).queryKey, intent),
    onSettled: () => queries.invalidateQueries({ queryKey: ["intents"] }),
  });
}

export type Resolve = ReturnType<typeof useResolve>;
