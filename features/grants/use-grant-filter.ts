"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { filterPath, type GrantFilter, parseFilter } from "./grant-filter";

/** The filter in the address, and a way to change it that needs no round trip and keeps the back button honest. */
export function useGrantFilter(): [GrantFilter, (filter: GrantFilter) => void] {
  const search = useSearchParams();
  const filter = useMemo(() => parseFilter(search), [search]);
  return [filter, (next) => window.history.pushState(null, "", filterPath(next))];
}
