"use client";

/** How rows, focus, decisions and keys work together. */
import { useRouter } from "next/navigation";
import { useMemo, useRef } from "react";
import { isInField } from "@/components/listen-for-keys";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { OperatorDto } from "@/lib/wire/session";
import { useQuestions } from "../decide/use-questions";
import type { BatchQuestion } from "./batch/batch-dialogs";
import type { Verdict } from "./batch/batch-words";
import type { Selection } from "./batch/use-selection";
import { neighbourOf } from "./merge-rows";
import type { RowHandlers } from "./row-handlers";
import { kindOf } from "./row-kind";
import { useDecisions } from "./use-decisions";
import { useInboxKeys } from "./use-inbox-keys";
import { useRowFocus } from "./use-row-focus";
import { type InboxRow, useRows } from "./use-rows";
import { useStickyRow } from "./use-sticky-row";
import { whyNot } from "./why-not";

const OUT_OF_SIGHT = "The current row was out of sight. Look at it, then press again.";
const TOO_SOON = "Another row has just become the current one. Look at it first.";

export type BoardInput = {
  /** What tells this list from others: its filter. */
  place: string;
  items: readonly InboxItemDto[];
  operator: OperatorDto | null;
  selection: Selection;
  announce: (words: string) => void;
  onBatchQuestion: (question: BatchQuestion) => void;
};

export function useBoard({ place, items, operator, selection, announce, onBatchQuestion }: BoardInput) {
  const router = useRouter();
  const focus = useRowFocus(place);
  const rowsRef = useRef<readonly InboxRow[]>([]);
  const leftEmptyRef = useRef(false);

  /** On to the next row; the focus goes along unless somebody is typing elsewhere. */
  function moveOn(id: string): void {
    if (focus.currentId !== id) return;
    const next = neighbourOf(rowsRef.current, id);
    const isElsewhere = isInField(document.activeElement) && !focus.isInside();
    if (next === null) leftEmptyRef.current = !isElsewhere;
    else if (!isElsewhere) focus.focus(next);
    else focus.choose(next);
  }

  const decisions = useDecisions({
    announce,
    onDecided: moveOn,
    onLeft: (id) => {
      moveOn(id);
      if (focus.currentId === id && neighbourOf(rowsRef.current, id) === null) focus.choose(null);
    },
  });
  const { notes } = decisions;
  const rows = useRows(items, notes, focus.currentId);
  rowsRef.current = rows;
  const sticky = useStickyRow(rows, notes, focus);
  const questions = useQuestions<InboxItemDto>({ onApprove: decisions.approve, onDeny: decisions.deny });
  const current = rows.find(({ item }) => item.id === focus.currentId) ?? null;

  function move(by: number): void {
    // The first press shows where one is.
    const isFirst = !focus.isInside();
    const from = isFirst ? focus.nearest() : focus.currentId;
    const index = rows.findIndex(({ item }) => item.id === from);
    const next = rows[Math.min(rows.length - 1, Math.max(0, isFirst ? index : index + by))];
    if (next !== undefined) focus.focus(next.item.id);
  }

  function decideByKey(verdict: Verdict): void {
    if (current === null) return;
    const { item } = current;
    const why = sticky.isTooSoon()
      ? TOO_SOON
      : whyNot(verdict, current, notes.get(item.id) ?? null, operator, Date.now());
    if (selection.picked.size === 0 && !focus.isShown(item.id)) {
      // Nobody decides on what they do not see.
      focus.focus(item.id);
      announce(OUT_OF_SIGHT);
    } else if (selection.picked.size > 0) onBatchQuestion({ verdict, opener: focus.elementOf(item.id) });
    else if (why !== null) announce(why);
    else questions[verdict](item, focus.elementOf(item.id));
  }

  useInboxKeys({
    hasRows: rows.length > 0,
    selectedCount: selection.picked.size,
    onMove: move,
    onOpen: () => current && router.push(`/intents/${encodeURIComponent(current.item.id)}`),
    onApprove: () => decideByKey("approve"),
    onDeny: () => decideByKey("deny"),
    onSelect: () => {
      if (current === null || current.isGone) return;
      if (kindOf(current.item) === "decide") selection.toggle(current.item);
      else announce("Only what can be approved or denied is selected.");
    },
    onClear: selection.clear,
  });

  const latest = useRef({ questions, selection, decisions, rows });
  latest.current = { questions, selection, decisions, rows };
  const { register, choose, elementOf } = focus;
  const handlers = useMemo<RowHandlers>(
    () => ({
      register,
      onFocus: choose,
      onApprove: (item) => latest.current.questions.approve(item, elementOf(item.id)),
      onDeny: (item) => latest.current.questions.deny(item, elementOf(item.id)),
      onSelect: (item, isRange) =>
        isRange ? latest.current.selection.extendTo(item, latest.current.rows) : latest.current.selection.toggle(item),
      onDismiss: (id) => latest.current.decisions.dismiss(id),
      onNear: () => latest.current.questions.prepare(),
    }),
    [register, choose, elementOf],
  );
  return { rows, current, focus, notes, handlers, move, dialogs: questions.dialogs, leftEmptyRef };
}
