"use client";

import type { ResolutionBody } from "@/lib/wire/doubt";
import { resolveIntent } from "../../queries";
import { useIntentChange } from "../../use-intent-change";

export function useResolve(id: string) {
  return useIntentChange((body: ResolutionBody) => resolveIntent(id, body));
}

export type Resolve = ReturnType<typeof useResolve>;
