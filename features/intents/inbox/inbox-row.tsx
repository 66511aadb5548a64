"use client";

import { clsx } from "clsx";
import { memo, useCallback, useId } from "react";
import type { OperatorDto } from "@/lib/wire/session";
import { Deadline } from "./deadline";
import type { Place } from "./inbox-list";
import { RowActions } from "./row-actions";
import { RowBody } from "./row-body";
import { RowCheckbox } from "./row-checkbox";
import type { RowHandlers } from "./row-handlers";
import { kindOf } from "./row-kind";
import type { RowNote } from "./row-note";
import { RowNotice } from "./row-notice";
import type { InboxRow as Drawn } from "./use-rows";

type InboxRowProps = {
  row: Drawn;
  transform: string;
  index: number;
  measure: Place["measure"];
  /** How many there are in all; -1 where nobody knows. */
  setSize: number;
  operator: OperatorDto | null;
  isCurrent: boolean;
  isSelected: boolean;
  note: RowNote | null;
  handlers: RowHandlers;
};

/** One thing that waits, with all that it takes to decide: a row on a desktop, a card on a phone. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { row, transform, index, measure, setSize, operator, isCurrent, isSelected, note, handlers } = props;
  const { item, isGone } = row;
  const { register } = handlers;
  const titleId = useId();
  const isOver = isGone || note?.kind === "done";
  const mayDecide = operator !== null && operator.role !== "viewer";
  const ref = useCallback(
    (element: HTMLElement | null) => {
      measure(element);
      register(item.id, element);
    },
    [measure, register, item.id],
  );
  return (
    <article
      ref={ref}
      data-index={index}
      data-row={item.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-labelledby={titleId}
      aria-posinset={index + 1}
      aria-setsize={setSize}
      onFocus={() => handlers.onFocus(item.id)}
      style={{ transform }}
      className={clsx(
        "absolute inset-x-0 top-0 grid scroll-mb-[calc(var(--inbox-bottom,0px)+var(--tray-height,0px))] xl:scroll-mb-(--inbox-bottom) grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-3 border-b py-3 pr-4 pl-1 focus-visible:-outline-offset-2 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-3 md:pr-6 md:pl-3",
        isSelected ? "bg-info-soft" : isCurrent ? "bg-hover" : "bg-surface md:hover:bg-hover",
        isCurrent && "shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      <RowCheckbox
        title={item.title}
        isOffered={mayDecide && kindOf(item) === "decide" && !isOver}
        isSelected={isSelected}
        onSelect={(isRange) => handlers.onSelect(item, isRange)}
      />
      <RowBody item={item} titleId={titleId} isDim={isGone} isOver={isOver} />
      <div className="flex min-w-0 flex-col gap-2 max-md:col-start-2 md:items-end">
        <span className="max-md:hidden">
          {!isOver && <Deadline until={item.waiting.until} stoppedMs={item.hold?.leftMs} />}
        </span>
        <RowActions row={row} operator={operator} isCurrent={isCurrent} note={note} handlers={handlers} />
      </div>
      <RowNotice row={row} note={note} operator={operator} onDismiss={() => handlers.onDismiss(item.id)} />
    </article>
  );
});
