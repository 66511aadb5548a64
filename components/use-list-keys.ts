"use client";

import { useRef } from "react";
import { ROW_MOVE, useCommands } from "./commands";

/**
 * J and K move the focus from row to row of a list; what Enter does is the row's own. `selector` names what takes the
 * focus in a row: its link, or the button that opens it.
 */
export function useListKeys(group: string, selector = "a[href]") {
  const listRef = useRef<HTMLUListElement>(null);
  function move(step: 1 | -1) {
    const rows = [...(listRef.current?.children ?? [])].flatMap(
      (row) => row.querySelector<HTMLElement>(selector) ?? [],
    );
    const at = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
    rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  }
  useCommands([
    { id: `${group} next`, label: "Next row", group, keys: "j", ...ROW_MOVE, run: () => move(1) },
    { id: `${group} previous`, label: "Previous row", group, keys: "k", ...ROW_MOVE, run: () => move(-1) },
  ]);
  return listRef;
}
