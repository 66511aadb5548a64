"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { useAnchoredScroll } from "./use-anchored-scroll";
import { useListTop } from "./use-list-top";
import type { RowFocus } from "./use-row-focus";
import type { InboxRow } from "./use-rows";

const ROW_HEIGHT = 112;
const CARD_HEIGHT = 380;
const OVERSCAN = 5;
/** So many rows before the end the next page is asked for. */
const AHEAD = 15;

export type Place = { style: { transform: string }; index: number; measure: (element: HTMLElement | null) => void };

type InboxListProps = {
  rows: readonly InboxRow[];
  focus: RowFocus;
  isBusy: boolean;
  onMove: (by: number) => void;
  onNearEnd: () => void;
  drawRow: (row: InboxRow, place: Place) => ReactNode;
};

/** Draws the rows that are in sight, whatever their number. The current one and its neighbours are always drawn. */
export function InboxList({ rows, focus, isBusy, onMove, onNearEnd, drawRow }: InboxListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const scrollMargin = useListTop(listRef);
  const ids = useMemo(() => rows.map(({ item }) => item.id), [rows]);
  const current = focus.currentId === null ? -1 : ids.indexOf(focus.currentId);
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: () => (window.innerWidth < 768 ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: (range) => withCurrent(range, current),
  });
  useAnchoredScroll(listRef, ids);
  const drawn = virtual.getVirtualItems();
  const isNearEnd = (virtual.range?.endIndex ?? 0) >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  function moveByArrow(event: KeyboardEvent) {
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset["row"] !== undefined;
    if (!isOnRow || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    onMove(event.key === "ArrowDown" ? 1 : -1);
  }

  return (
    <div
      ref={listRef}
      role="feed"
      aria-label="Waiting for a person"
      aria-busy={isBusy}
      onKeyDown={moveByArrow}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
    >
      {drawn.map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const style = { transform: `translateY(${start - scrollMargin}px)` };
        return drawRow(row, { style, index, measure: virtual.measureElement });
      })}
    </div>
  );
}

function withCurrent(range: Range, current: number): number[] {
  const indexes = new Set(defaultRangeExtractor(range));
  for (const index of [current - 1, current, current + 1]) {
    if (current >= 0 && index >= 0 && index < range.count) indexes.add(index);
  }
  return [...indexes].sort((left, right) => left - right);
}
