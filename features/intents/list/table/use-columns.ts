"use client";

import { useMemo } from "react";
import { useStore } from "@/components/store";
import { filterPath } from "../filter/intent-filter";
import type { Narrowed } from "../filter/use-intent-filter";
import { parseColumns, rememberColumns, rememberedColumns } from "./chosen-columns";
import { type ColumnName, USUAL_COLUMNS } from "./columns";

/** Those of the address where it names some; whoever chooses others makes them their own. */
export function useColumns({ filter, columnsText }: Narrowed) {
  const remembered = useStore(rememberedColumns(), USUAL_COLUMNS);
  const inAddress = useMemo(() => parseColumns(columnsText), [columnsText]);
  function choose(columns: readonly ColumnName[]): void {
    rememberColumns(columns);
    if (columnsText !== null) window.history.replaceState(null, "", filterPath(filter));
  }
  return { columns: inAddress ?? remembered, choose };
}
