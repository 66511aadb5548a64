"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BypassBody } from "@/lib/wire/bypass";
import { bypassIntent, withdrawBypass } from "../../queries";
import { useIntentChange } from "../../use-intent-change";

/** The answer is this intent with an order that waits, or the generation that the order has just opened. */
export function useBypass(id: string) {
  return useIntentChange((body: BypassBody) => bypassIntent(id, body));
}

/** What was said of the order goes with the click: it is not true of one that is taken back. */
export function useWithdrawBypass(id: string, bypass: Bypass) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withdrawBypass(id),
    onMutate: () => bypass.reset(),
    onSettled: () => queries.invalidateQueries({ queryKey: ["intents"] }),
  });
}

export type Bypass = ReturnType<typeof useBypass>;
export type WithdrawBypass = ReturnType<typeof useWithdrawBypass>;
