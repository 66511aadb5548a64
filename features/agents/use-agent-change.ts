"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * Shows nothing as changed before the answer is here, then reads everything anew. An answer may hold a key: nothing of
 * it is remembered after whoever asked has put it away.
 */
export function useAgentChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  /** Called with what came of it, also when what asked has left the page meanwhile. */
  tell?: (error?: unknown) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: () => tell?.(),
    onError: (error) => tell?.(error),
    onSettled: () => {
      // Not waited for: a new key is shown as soon as it is here, however long the lists take.
      for (const topic of ["agents", "pauses", "intents"]) void queries.invalidateQueries({ queryKey: [topic] });
    },
  });
}

export type AgentChange<Input, Output = void> = ReturnType<typeof useAgentChange<Input, Output>>;
