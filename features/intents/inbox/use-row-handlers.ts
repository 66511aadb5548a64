"use client";

import { useMemo, useRef } from "react";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { Questions } from "../decide/use-questions";
import type { Selection } from "./batch/use-selection";
import type { RowHandlers } from "./row-handlers";
import type { RowFocus } from "./use-row-focus";
import type { InboxRow } from "./use-rows";

type Behind = {
  questions: Questions<InboxItemDto>;
  selection: Selection;
  rows: readonly InboxRow[];
  dismiss: (id: string) => void;
};

/** What rows may ask for: the same object at every drawing, which does what the latest drawing means. */
export function useRowHandlers(focus: RowFocus, behind: Behind): RowHandlers {
  const latest = useRef(behind);
  latest.current = behind;
  const { register, choose, elementOf } = focus;
  return useMemo<RowHandlers>(
    () => ({
      register,
      onFocus: choose,
      onApprove: (item) => latest.current.questions.approve(item, elementOf(item.id)),
      onDeny: (item) => latest.current.questions.deny(item, elementOf(item.id)),
      onSelect: (item, isRange) => {
        const { selection, rows } = latest.current;
        if (isRange) selection.extendTo(item, rows);
        else selection.toggle(item);
      },
      onDismiss: (id) => latest.current.dismiss(id),
      onNear: () => latest.current.questions.prepare(),
    }),
    [register, choose, elementOf],
  );
}
