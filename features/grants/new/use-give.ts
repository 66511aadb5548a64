"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createGrant } from "../queries";

/** Nothing looks given before the answer is here. */
export function useGive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createGrant,
    onSettled: () => void queries.invalidateQueries({ queryKey: ["grants"] }),
  });
}

export type Give = ReturnType<typeof useGive>;
