"use client";

import LoaderCircle from "lucide-react/icons/loader-circle";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import type { OperatorDto } from "@/lib/wire/session";
import { DecisionButtons } from "../decide/decision-buttons";
import { usePast } from "./deadline";
import type { RowHandlers } from "./row-handlers";
import { kindOf, type RowKind } from "./row-kind";
import type { RowNote } from "./row-note";
import type { InboxRow } from "./use-rows";

type RowActionsProps = {
  row: InboxRow;
  operator: OperatorDto | null;
  isCurrent: boolean;
  note: RowNote | null;
  handlers: Pick<RowHandlers, "onApprove" | "onDeny" | "onNear">;
};

/** What can be done about it here; nothing once it is decided, gone or over. */
export function RowActions({ row: { item, isGone }, operator, isCurrent, note, handlers }: RowActionsProps) {
  const isPast = usePast(item.waiting.until);
  if (isGone || note?.kind === "done") return null;
  const kind = kindOf(item);
  if (kind !== "decide") return <Elsewhere id={item.id} kind={kind} />;
  if (isPast) {
    return (
      <p role="status" className="text-bad text-sm">
        Its time is over: it expires, nothing runs.
      </p>
    );
  }
  // Whoever only looks is told so once, above the list.
  if (operator === null || operator.role === "viewer") return null;
  const isLocked = note?.kind === "in_batch";
  const buttons = (
    <DecisionButtons
      intent={item}
      operator={operator}
      sending={note?.kind === "sending" ? note.verdict : null}
      isStale={isLocked}
      isMain={isCurrent}
      onApprove={() => handlers.onApprove(item)}
      onDeny={() => handlers.onDeny(item)}
      onNear={handlers.onNear}
      className="max-md:w-full max-md:*:[button]:flex-1 md:max-w-72 md:justify-end"
    />
  );
  if (!isLocked) return buttons;
  return (
    <>
      {buttons}
      <p className="flex items-center gap-1.5 text-info text-sm">
        <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
        Being decided…
      </p>
    </>
  );
}

const ELSEWHERE: Record<Exclude<RowKind, "decide">, { words: string; part: string }> = {
  doubt: { words: "Resolve…", part: "#doubt" },
  bypass: { words: "Confirm…", part: "#bypass" },
  paused: { words: "Open", part: "" },
};

function Elsewhere({ id, kind }: { id: string; kind: Exclude<RowKind, "decide"> }) {
  const { words, part } = ELSEWHERE[kind];
  return (
    <Link
      href={`/intents/${encodeURIComponent(id)}${part}`}
      prefetch={false}
      className={buttonStyle({ variant: "secondary" })}
    >
      {words}
    </Link>
  );
}
