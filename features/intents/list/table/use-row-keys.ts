"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { ROW_MOVE, useCommands } from "@/components/commands";
import type { CurrentRow } from "./use-current-row";

type RowKeys = {
  current: CurrentRow;
  virtual: Virtualizer<Window, HTMLElement>;
  count: number;
  firstInSight: number;
};

/** J and K move from row to row. Enter is the link's own, because the row that they are at has the focus. */
export function useRowKeys({ current, virtual, count, firstInSight }: RowKeys): void {
  /** The focus goes there as soon as the row is drawn. */
  const wanted = useRef<number | null>(null);
  const move = (by: number) => {
    const { index } = current;
    const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
    // Who has scrolled away from it goes on with what they see.
    const isNear = index !== null && index >= startIndex && index <= endIndex;
    const to = isNear ? index + by : firstInSight;
    if (to < 0 || to >= count) return;
    wanted.current = to;
    current.setIndex(to);
    virtual.scrollToIndex(to, { align: "auto" });
  };
  useCommands([
    { id: "next row", label: "Next intent", group: "List", keys: "j", ...ROW_MOVE, run: () => move(1) },
    { id: "previous row", label: "Previous intent", group: "List", keys: "k", ...ROW_MOVE, run: () => move(-1) },
  ]);
  useEffect(() => {
    if (wanted.current === null) return;
    const link = document.querySelector<HTMLElement>(`[data-link="${wanted.current}"]`);
    if (link === null) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });
}
