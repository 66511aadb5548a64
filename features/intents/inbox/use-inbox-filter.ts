"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { inboxPath, parseInboxFilter } from "./inbox-filter";
import type { InboxFilter } from "./queries";

/** The filter in the address, and a way to change it that needs no round trip and keeps the back button honest. */
export function useInboxFilter(): [InboxFilter, (filter: InboxFilter) => void] {
  const search = useSearchParams();
  const filter = useMemo(() => parseInboxFilter(search), [search]);
  return [filter, (next) => window.history.pushState(null, "", inboxPath(next))];
}
