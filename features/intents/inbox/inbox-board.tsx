"use client";

import { useEffect } from "react";
import type { BatchQuestion } from "./batch/batch-dialogs";
import { InboxDetail } from "./inbox-detail";
import { InboxList } from "./inbox-list";
import { InboxRow } from "./inbox-row";
import { InboxSkeleton } from "./inbox-skeleton";
import { NothingWaits } from "./nothing-waits";
import { noteOf } from "./row-note";
import { type BoardInput, useBoard } from "./use-board";

type InboxBoardProps = BoardInput & {
  /** How many there are in all; null: nobody knows. */
  totalCount: number | null;
  isBusy: boolean;
  /** The server has further pages. */
  hasMore: boolean;
  /** False: the last answer was an error, which is said above. */
  isUpToDate: boolean;
  onNearEnd: () => void;
  onBatchQuestion: (question: BatchQuestion) => void;
  /** Given where the inbox is narrowed. */
  onClearFilter: (() => void) | null;
};

/** The list and, where there is room, the current row in full beside it. */
export function InboxBoard({
  totalCount,
  isBusy,
  hasMore,
  isUpToDate,
  onNearEnd,
  onClearFilter,
  ...input
}: InboxBoardProps) {
  const { rows, current, focus, notes, handlers, move, dialogs, leftEmptyRef } = useBoard(input);
  const { operator, selection, inBatch } = input;
  const onFocusTaken = () => {
    leftEmptyRef.current = false;
  };
  if (rows.length === 0) {
    return (
      <>
        {dialogs}
        {hasMore && <MoreToCome onNearEnd={onNearEnd} />}
        {/* Behind an error nobody knows whether something waits. */}
        {!hasMore && isUpToDate && (
          <NothingWaits takesFocus={leftEmptyRef.current} onFocusTaken={onFocusTaken} onClear={onClearFilter} />
        )}
      </>
    );
  }
  return (
    <div className={BOARD}>
      <InboxList
        rows={rows}
        focus={focus}
        isBusy={isBusy}
        onMove={move}
        onNearEnd={onNearEnd}
        drawRow={(row, { style, index, measure }) => (
          <InboxRow
            key={row.item.id}
            row={row}
            transform={style.transform}
            index={index}
            measure={measure}
            setSize={totalCount ?? -1}
            operator={operator}
            isCurrent={row.item.id === current?.item.id}
            isSelected={selection.picked.has(row.item.id)}
            note={noteOf(row.item.id, notes, inBatch)}
            handlers={handlers}
          />
        )}
      />
      {current !== null && (
        <InboxDetail
          row={current}
          operator={operator}
          note={noteOf(current.item.id, notes, inBatch)}
          handlers={handlers}
        />
      )}
      {dialogs}
    </div>
  );
}

/** Below the last row is room to bring it clear of the tray, with the chips above the list out of sight. */
const BOARD =
  "grow max-xl:pb-[calc(var(--tray-height,0px)+min(var(--tray-height,0px),6rem))] xl:grid xl:grid-cols-[minmax(0,1fr)_25rem]";

/** All that was read has been decided, and there is more: that is not "nothing waits". */
function MoreToCome({ onNearEnd }: { onNearEnd: () => void }) {
  useEffect(onNearEnd, [onNearEnd]);
  return <InboxSkeleton />;
}
