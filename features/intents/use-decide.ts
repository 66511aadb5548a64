"use client";

import type { DecisionBody } from "@/lib/wire/intent";
import { decideIntent } from "./queries";
import { useIntentChange } from "./use-intent-change";

export function useDecide(id: string) {
  return useIntentChange((body: DecisionBody) => decideIntent(id, body));
}

export type Decide = ReturnType<typeof useDecide>;
