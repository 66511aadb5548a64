"use client";

/**
 * Rows come and go while somebody reads, points or is about to press. The row that they are at stays where it is on the
 * screen: what is inserted or removed above it is made up for by scrolling.
 */
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";

type Anchored = {
  virtual: Virtualizer<Window, HTMLElement>;
  ids: readonly string[];
  listRef: RefObject<HTMLElement | null>;
};

export function useAnchoredScroll({ virtual, ids, listRef }: Anchored): void {
  const heldRef = useRef<{ ids: readonly string[]; anchor: string | null; start: number } | null>(null);
  useLayoutEffect(() => {
    const held = heldRef.current;
    if (held !== null && held.ids !== ids && held.anchor !== null) {
      const start = startOf(virtual, ids, held.anchor);
      if (start !== null && start !== held.start) window.scrollBy(0, start - held.start);
    }
    const anchor = anchorOf(virtual, ids, listRef.current);
    heldRef.current = { ids, anchor, start: anchor === null ? 0 : (startOf(virtual, ids, anchor) ?? 0) };
  });
}

function startOf(virtual: Virtualizer<Window, HTMLElement>, ids: readonly string[], id: string): number | null {
  const index = ids.indexOf(id);
  return index < 0 ? null : (virtual.measurementsCache[index]?.start ?? null);
}

/** The row with the focus, else the one under the cursor, else the first in sight once the page is scrolled. */
function anchorOf(
  virtual: Virtualizer<Window, HTMLElement>,
  ids: readonly string[],
  list: HTMLElement | null,
): string | null {
  const near = list?.querySelector<HTMLElement>("[data-row]:focus-within") ?? list?.querySelector("[data-row]:hover");
  const id = near instanceof HTMLElement ? (near.dataset["row"] ?? null) : null;
  if (id !== null && isInSight(near as HTMLElement)) return id;
  const offset = virtual.scrollOffset ?? 0;
  if (offset <= virtual.options.scrollMargin) return null;
  const index = virtual.getVirtualItemForOffset(offset)?.index;
  return index === undefined ? null : (ids[index] ?? null);
}

/** A row that has the focus far away must not pull the page along. */
function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
