"use client";

import { useEffect, useMemo, useRef } from "react";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { mergeRows, type Row } from "./merge-rows";
import type { RowNotes } from "./row-note";

export type InboxRow = Row<InboxItemDto>;

/** The rows to draw; those that somebody looks at, or that have something to say, keep their places. */
export function useRows(listed: readonly InboxItemDto[], notes: RowNotes, currentId: string | null): InboxRow[] {
  const beforeRef = useRef<InboxRow[]>([]);
  const rows = useMemo(
    () => mergeRows(beforeRef.current, withoutRepeats(listed), (id) => id === currentId || notes.has(id)),
    [listed, notes, currentId],
  );
  useEffect(() => {
    beforeRef.current = rows;
  }, [rows]);
  return rows;
}

/** Pages are read one after the other: what moved meanwhile may be on two of them. */
function withoutRepeats(items: readonly InboxItemDto[]): InboxItemDto[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
