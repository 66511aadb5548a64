"use client";

import type { DecisionBody } from "@/lib/wire/decision";
import { decideIntent } from "./queries";
import { offerUndo } from "./undo/undo-store";
import { useIntentChange } from "./use-intent-change";

export function useDecide(id: string) {
  return useIntentChange(
    (body: DecisionBody) => decideIntent(id, body),
    (intent, { verdict }, sentAtMs) => {
      if (verdict === "approve") offerUndo(intent, sentAtMs);
    },
  );
}

export type Decide = ReturnType<typeof useDecide>;
