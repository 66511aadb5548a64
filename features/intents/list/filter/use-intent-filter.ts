"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { filterPath, type IntentFilter } from "./intent-filter";
import { type AddressProblem, parseFilter } from "./parse-filter";

export type Narrowed = {
  filter: IntentFilter;
  problems: AddressProblem[];
  /** As the address names them; null: it says nothing about columns. */
  columnsText: string | null;
  change: (filter: IntentFilter) => void;
};

/** The filter in the address, and a way to change it that needs no round trip and keeps the back button honest. */
export function useIntentFilter(): Narrowed {
  const search = useSearchParams();
  const { filter, problems } = useMemo(() => parseFilter(search), [search]);
  const columnsText = search.get("columns");
  const change = useCallback(
    (next: IntentFilter) => {
      const columns = columnsText === null ? null : columnsText.split(",");
      window.history.pushState(null, "", filterPath(next, columns));
    },
    [columnsText],
  );
  return { filter, problems, columnsText, change };
}
