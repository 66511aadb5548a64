"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { revokeGrant } from "./queries";

/** Nothing looks revoked before the answer is here. */
export function useRevoke(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => revokeGrant(id),
    onSettled: () => void queries.invalidateQueries({ queryKey: ["grants"] }),
  });
}

export type Revoke = ReturnType<typeof useRevoke>;
