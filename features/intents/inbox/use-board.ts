"use client";

/** How rows, focus, decisions and keys work together. */
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { isInField } from "@/components/listen-for-keys";
import { useWhenIdle } from "@/components/use-when-idle";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { OperatorDto } from "@/lib/wire/session";
import { LOOK_ONLY } from "../decide/may-decide";
import { riskOf } from "../decide/risk";
import { useQuestions } from "../decide/use-questions";
import type { BatchQuestion } from "./batch/batch-dialogs";
import type { Selection } from "./batch/use-selection";
import { decideByKey } from "./decide-by-key";
import { neighbourOf } from "./merge-rows";
import { kindOf } from "./row-kind";
import { useDecisions } from "./use-decisions";
import { useInboxKeys } from "./use-inbox-keys";
import { useRowFocus } from "./use-row-focus";
import { useRowHandlers } from "./use-row-handlers";
import { type InboxRow, useRows } from "./use-rows";
import { useStickyRow } from "./use-sticky-row";

export type BoardInput = {
  /** What tells this list from others: its filter. */
  place: string;
  items: readonly InboxItemDto[];
  operator: OperatorDto | null;
  selection: Selection;
  /** By id, what a batch is being sent with that has no answer yet. */
  inBatch: ReadonlySet<string>;
  announce: (words: string) => void;
  /** The same in sight of everybody. */
  tell: (words: string) => void;
  onBatchQuestion: (question: BatchQuestion) => void;
};

export function useBoard(input: BoardInput) {
  const { place, items, operator, selection, inBatch, announce, tell, onBatchQuestion } = input;
  const router = useRouter();
  const focus = useRowFocus(place);
  const rowsRef = useRef<readonly InboxRow[]>([]);
  const leftEmptyRef = useRef(false);

  /** On to the next row; the focus goes along unless somebody is typing elsewhere, or has moved on already. */
  function moveOn(id: string): void {
    if (focus.currentId !== id) return;
    const next = neighbourOf(rowsRef.current, id);
    const isElsewhere = isInField(document.activeElement) && !focus.isInside();
    leftEmptyRef.current = next === null && !isElsewhere;
    if (next === null) return;
    if (!isElsewhere) focus.focus(next);
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
  const { notes, dismiss } = decisions;
  const rows = useRows(items, notes, focus.currentId);
  rowsRef.current = rows;
  const { isTooSoon } = useStickyRow(rows, notes, focus);
  const questions = useQuestions<InboxItemDto>({ onApprove: decisions.approve, onDeny: decisions.deny });
  useWhenIdle(questions.prepare);
  const current = rows.find(({ item }) => item.id === focus.currentId) ?? null;
  const situation = {
    current,
    notes,
    inBatch,
    operator,
    selection,
    focus,
    questions,
    isTooSoon,
    tell,
    onBatchQuestion,
  };

  function move(by: number): void {
    // Whoever has scrolled away goes on from what they see: the first press shows where that is.
    const from = focus.isInside() ? focus.currentId : focus.nearest();
    const index = rows.findIndex(({ item }) => item.id === from);
    const next = rows[Math.min(rows.length - 1, Math.max(0, from === focus.currentId ? index + by : index))];
    if (next !== undefined) focus.focus(next.item.id);
  }

  useInboxKeys({
    hasRows: rows.length > 0,
    asksFirst: current !== null && riskOf(current.item).kind !== "low",
    selectedCount: selection.picked.size,
    onMove: move,
    onOpen: () => current && router.push(`/intents/${encodeURIComponent(current.item.id)}`),
    onApprove: () => decideByKey("approve", situation),
    onDeny: () => decideByKey("deny", situation),
    onSelect: () => {
      if (current === null || current.isGone) return;
      if (operator?.role === "viewer") tell(LOOK_ONLY);
      else if (kindOf(current.item) === "decide") selection.toggle(current.item);
      else tell("Only what can be approved or denied is selected.");
    },
    onClear: selection.clear,
  });
  const handlers = useRowHandlers(focus, { questions, selection, rows, dismiss });
  return { rows, current, focus, notes, handlers, move, dialogs: questions.dialogs, leftEmptyRef };
}
