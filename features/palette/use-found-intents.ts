"use client";

import { useQuery } from "@tanstack/react-query";
import { useSettled } from "@/components/use-settled";
import type { FoundIntent } from "./found-intents";
import { foundIntentsQuery, SEARCHED_LENGTH_MAX } from "./queries";

const SETTLED_MS = 250;

export type Search = { state: "none" | "searching" | "failed" | "done"; found: FoundIntent[] };

/** Asks once nobody types any more, and only for what is written now. */
export function useFoundIntents(text: string): Search {
  const q = text.trim().slice(0, SEARCHED_LENGTH_MAX);
  const settled = useSettled(q, SETTLED_MS);
  const options = foundIntentsQuery(settled);
  const search = useQuery(options);
  if (q === "" || (settled === q && options.enabled === false)) return { state: "none", found: [] };
  if (settled !== q || search.isPending) return { state: "searching", found: [] };
  if (search.isError) return { state: "failed", found: [] };
  return { state: "done", found: search.data };
}
