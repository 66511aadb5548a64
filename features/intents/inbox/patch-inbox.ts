/** Changes single rows of what was read, without reading the whole list again. */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { InboxDto, InboxItemDto } from "@/lib/wire/inbox";
import { fetchInbox } from "./queries";

const LISTS = ["intents", "inbox", "list"];

/** Puts the row as it is now in its place; takes it out where it waits no more. */
export async function readRowAgain(queries: QueryClient, id: string): Promise<void> {
  // An id finds exactly the intent that has it.
  const { items } = await fetchInbox({ q: id }, 1);
  const fresh = items.find((item) => item.id === id);
  if (fresh === undefined) removeRows(queries, new Set([id]));
  else patchRows(queries, (item) => (item.id === id ? fresh : item));
}

export function removeRows(queries: QueryClient, ids: ReadonlySet<string>): void {
  patchRows(queries, (item) => (ids.has(item.id) ? null : item));
}

function patchRows(queries: QueryClient, patch: (item: InboxItemDto) => InboxItemDto | null): void {
  queries.setQueriesData<InfiniteData<InboxDto>>({ queryKey: LISTS }, (data) => {
    if (data === undefined) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map(patch).filter((item) => item !== null),
    }));
    return { ...data, pages };
  });
}
