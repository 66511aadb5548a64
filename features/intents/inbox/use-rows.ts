"use client";

import { useEffect, useMemo, useRef } from "react";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { mergeRows, type Row } from "./merge-rows";
import type { RowNotes } from "./row-note";

export type InboxRow = Row<InboxItemDto>;

/**
 * The rows to draw; those that somebody looks at, or that have something to say, keep their places. As long as nothing
 * changes it is the same array of the same rows: only what changed is drawn again.
 */
export function useRows(listed: readonly InboxItemDto[], notes: RowNotes, currentId: string | null): InboxRow[] {
  const beforeRef = useRef<InboxRow[]>([]);
  const knownRef = useRef<ReadonlyMap<string, InboxRow>>(new Map());
  const present = useMemo(() => toRows(listed, knownRef.current), [listed]);
  const standing = useMemo(() => [...present.values()], [present]);
  const kept = [...notes.keys(), ...(currentId === null ? [] : [currentId])].filter((id) => !present.has(id)).join(" ");
  const rows = useMemo(() => {
    if (kept === "") return standing;
    const isKept = new Set(kept.split(" "));
    return mergeRows(beforeRef.current, standing, (id) => isKept.has(id));
  }, [standing, kept]);
  useEffect(() => {
    beforeRef.current = rows;
    knownRef.current = present;
  }, [rows, present]);
  return rows;
}

/** By their ids: pages are read one after the other, so what moved meanwhile may be on two of them. */
function toRows(listed: readonly InboxItemDto[], known: ReadonlyMap<string, InboxRow>): ReadonlyMap<string, InboxRow> {
  return new Map(
    listed.map((item) => {
      const row = known.get(item.id);
      return [item.id, row?.item === item ? row : { item, isGone: false }];
    }),
  );
}
