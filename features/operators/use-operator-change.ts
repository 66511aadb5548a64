"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * Shows nothing as changed before the answer is here, then reads everything anew: also who is signed in, because an
 * operator may change themself. What was sent may be a password and the answer a token: neither is remembered.
 */
export function useOperatorChange<Input, Output>(
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
      for (const topic of ["operators", "session"]) void queries.invalidateQueries({ queryKey: [topic] });
    },
  });
}

export type OperatorMutation<Input, Output = void> = ReturnType<typeof useOperatorChange<Input, Output>>;
