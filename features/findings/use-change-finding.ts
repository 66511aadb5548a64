"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FindingStateBody } from "@/lib/wire/finding";
import { changeFinding, findingQuery } from "./queries";

/** Nothing looks changed before the answer is here; then everything is read anew, also after a refusal. */
export function useChangeFinding(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: FindingStateBody) => changeFinding(id, body),
    onSuccess: (finding) => queries.setQueryData(findingQuery(id).queryKey, finding),
    onSettled: () => queries.invalidateQueries({ queryKey: ["findings"] }),
  });
}

export type ChangeFinding = ReturnType<typeof useChangeFinding>;
