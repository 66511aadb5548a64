"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { IntentDto } from "@/lib/wire/intent";
import { intentQuery } from "./queries";
import { readIntentsAgain } from "./read-intents-again";

/** Called with the answer even where the page that asked has been left. `sentAtMs`: when the question left. */
type OnAnswer<Body> = (intent: IntentDto, body: Body, sentAtMs: number) => void;

/** Shows nothing as changed before the answer is here, which may be another intent's; then reads everything anew. */
export function useIntentChange<Body>(send: (body: Body) => Promise<IntentDto>, onAnswer?: OnAnswer<Body>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => send(body),
    onMutate: () => ({ sentAtMs: Date.now() }),
    onSuccess: (intent, body, { sentAtMs }) => {
      queries.setQueryData(intentQuery(intent.id).queryKey, intent);
      onAnswer?.(intent, body, sentAtMs);
    },
    onSettled: () => readIntentsAgain(queries),
  });
}
