"use client";

import { useLayoutEffect, useRef } from "react";
import type { IntentRow } from "./intent-row";

type Steady = {
  /** The first row in sight below the headers. */
  firstInSight: number;
  rowAt: (index: number) => IntentRow | null;
  count: number;
  rowHeight: number;
  isHeld: boolean;
};

/** How far a row may have moved within what is in memory. */
const SEARCHED_MAX = 1_200;

/**
 * Rows may leave a filter, or enter it, above what somebody reads. What they read stays where it is on the screen: the
 * page is scrolled by as much as the row has moved.
 */
export function useSteadyScroll({ firstInSight, rowAt, count, rowHeight, isHeld }: Steady): void {
  const seen = useRef<{ rowAt: unknown; id: string; index: number } | null>(null);
  useLayoutEffect(() => {
    const before = seen.current;
    if (isHeld && before !== null && before.rowAt !== rowAt) {
      const index = findIndex(rowAt, count, before);
      if (index !== null && index !== before.index) {
        window.scrollBy(0, (index - before.index) * rowHeight);
        seen.current = { rowAt, id: before.id, index };
        return;
      }
    }
    const row = rowAt(firstInSight);
    seen.current = row === null ? null : { rowAt, id: row.id, index: firstInSight };
  });
}

function findIndex(rowAt: Steady["rowAt"], count: number, { id, index }: { id: string; index: number }): number | null {
  for (let distance = 0; distance <= SEARCHED_MAX; distance += 1) {
    for (const at of [index - distance, index + distance]) {
      if (at >= 0 && at < count && rowAt(at)?.id === id) return at;
    }
  }
  return null;
}
