"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { IntentDto } from "@/lib/wire/intent";
import { intentQuery } from "./queries";
import { readIntentsAgain } from "./read-intents-again";

/** Shows nothing as changed before the answer is here, which may be another intent's; then reads everything anew. */
export function useIntentChange<Body>(send: (body: Body) => Promise<IntentDto>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => send(body),
    onSuccess: (intent) => queries.setQueryData(intentQuery(intent.id).queryKey, intent),
    onSettled: () => readIntentsAgain(queries),
  });
}
