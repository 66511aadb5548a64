"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmProposal, publishContract, type Written, withdrawProposal } from "./queries";

/** Nothing looks published before the server said so; then everything about contracts is read anew. */
function useContractChange<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Whoever asked is answered at once, not when everything has been read.
    onSettled: () => void queries.invalidateQueries({ queryKey: ["contracts"] }),
  });
}

export function usePublish(tool: string) {
  return useContractChange((input: Written & { expectedVersion: number }) =>
    publishContract(tool, input, input.expectedVersion),
  );
}

export function useConfirm(tool: string) {
  return useContractChange((seen: { id: string; digest: string }) => confirmProposal(tool, seen));
}

export function useWithdraw(tool: string) {
  return useContractChange((id: string) => withdrawProposal(tool, id));
}

export type Publish = ReturnType<typeof usePublish>;
export type Confirm = ReturnType<typeof useConfirm>;
export type Withdraw = ReturnType<typeof useWithdraw>;
