"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BypassBody } from "@/lib/wire/bypass";
import { bypassIntent, intentQuery, withdrawBypass } from "./queries";

/** The answer is this intent with an order that waits, or the generation that the order has just opened. */
export function useBypass(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BypassBody) => bypassIntent(id, body),
    onSuccess: (intent) => queries.setQueryData(intentQuery(intent.id).queryKey, intent),
    onSettled: () => queries.invalidateQueries({ queryKey: ["intents"] }),
  });
}

export function useWithdrawBypass(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withdrawBypass(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ["intents"] }),
  });
}

export type Bypass = ReturnType<typeof useBypass>;
export type WithdrawBypass = ReturnType<typeof useWithdrawBypass>;
