"use client";

import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { buttonStyle } from "@/components/button";
import { Kbd } from "@/components/kbd";
import { KeyHint } from "@/components/key-hint";
import type { OperatorDto } from "@/lib/wire/session";
import { whyNotApprove, whyNotDecide } from "../decide/may-decide";
import { EffectLine } from "../words/effect-line";
import { Consequences, hasConsequences } from "./consequences";
import { Deadline, usePast } from "./deadline";
import { Args, Asker, Part, Why } from "./detail-parts";
import { RowActions } from "./row-actions";
import type { RowHandlers } from "./row-handlers";
import { kindOf } from "./row-kind";
import type { RowNote } from "./row-note";
import type { InboxRow } from "./use-rows";

type InboxDetailProps = {
  row: InboxRow;
  operator: OperatorDto | null;
  note: RowNote | null;
  handlers: RowHandlers;
};

/** The current row in full, beside the list where there is room. What is over is told without what could be done. */
export function InboxDetail({ row, operator, note, handlers }: InboxDetailProps) {
  const { item, isGone } = row;
  const isPast = usePast(item.waiting.until);
  const isOver = isGone || isPast || note?.kind === "done";
  return (
    <div className="max-xl:hidden xl:border-l">
      <aside
        aria-label="The current row"
        className="sticky top-(--bar-top) flex max-h-[calc(100dvh-var(--bar-top)-var(--inbox-bottom,0px))] flex-col gap-4 overflow-y-auto px-5 py-4"
      >
        <div>
          <div className="flex items-start justify-between gap-3">
            <p className="font-semibold text-base text-ink">
              <AgentLine text={item.title} />
            </p>
            {!isOver && <Deadline until={item.waiting.until} stoppedMs={item.hold?.leftMs} />}
          </div>
          <EffectLine intent={item} className="mt-1 block text-base text-ink-soft" />
        </div>
        {(isGone || note?.kind === "done") && (
          <p className="font-medium text-ink text-sm">
            {note?.kind === "done" ? note.words.title : "It waits no more"}.
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <RowActions row={row} operator={operator} isCurrent note={note} handlers={handlers} />
          <Link
            href={`/intents/${encodeURIComponent(item.id)}`}
            prefetch={false}
            className={buttonStyle({ variant: "ghost" })}
          >
            Open
          </Link>
          {!isOver && <Hints row={row} operator={operator} />}
        </div>
        {!isOver && hasConsequences(item) && (
          <Part title="What happens">
            <Consequences item={item} className="space-y-1" />
          </Part>
        )}
        {!isOver && <Why item={item} />}
        <Asker item={item} />
        <Args item={item} />
      </aside>
    </div>
  );
}

/** Only keys that do something here. */
function Hints({ row: { item }, operator }: Pick<InboxDetailProps, "row" | "operator">) {
  if (operator === null || kindOf(item) !== "decide" || whyNotDecide(item, operator) !== null) return null;
  return (
    <KeyHint className="flex items-center gap-1 text-ink-faint text-xs">
      {whyNotApprove(item, operator) === null && (
        <>
          <Kbd>A</Kbd> approve
        </>
      )}{" "}
      <Kbd>D</Kbd> deny <Kbd>↵</Kbd> open
    </KeyHint>
  );
}
