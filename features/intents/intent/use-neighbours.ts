"use client";

import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import type { InboxDto } from "@/lib/wire/inbox";

export type Neighbours = { previous: string | null; next: string | null };

/** Those beside it in the inbox, where it was opened from there; the inbox remembers its rows. */
export function useNeighbours(id: string): Neighbours {
  const queries = useQueryClient();
  const lists = queries.getQueriesData<InfiniteData<InboxDto>>({ queryKey: ["intents", "inbox", "list"] });
  for (const [, list] of lists) {
    const ids = list?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? [];
    const index = ids.indexOf(id);
    if (index !== -1) return { previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
  }
  return { previous: null, next: null };
}
