"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DecisionBody } from "@/lib/wire/intent";
import { decideIntent, intentQuery } from "./queries";

/** Sends a decision and shows nothing as decided before the answer is here; then reads everything anew. */
export function useDecide(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DecisionBody) => decideIntent(id, body),
    onSuccess: (intent) => queries.setQueryData(intentQuery(id).queryKey, intent),
    onSettled: () => queries.invalidateQueries({ queryKey: ["intents"] }),
  });
}

export type Decide = ReturnType<typeof useDecide>;
