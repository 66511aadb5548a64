"use client";

import { useState } from "react";
import { AnswerNotice } from "@/components/answer-notice";
import { Button } from "@/components/button";
import { Kbd } from "@/components/kbd";
import { Ring } from "@/components/ring";
import { useNow } from "@/components/use-now";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { notUndoneWords } from "../../undo/undo-words";
import type { useUndo } from "../../undo/use-undo";

const TICK_MS = 250;

export type Undo = ReturnType<typeof useUndo>;

/** Approved, and not yet taken by a worker; also where somebody else approved it. */
export function isUndoable(intent: IntentDto, operator: OperatorDto | null): boolean {
  return (
    intent.state === "cleared" && intent.undoUntil !== undefined && operator !== null && operator.role !== "viewer"
  );
}

/** The way back, with a ring for the time that is left. */
export function UndoPanel({ intent, undo }: { intent: IntentDto; undo: Undo }) {
  const now = useNow(TICK_MS);
  const [shownAtMs] = useState(() => Date.now());
  const untilMs = Date.parse(intent.undoUntil ?? intent.createdAt);
  const wholeMs = Math.max(intent.about?.undoMs ?? 0, untilMs - shownAtMs, 1);
  const leftMs = untilMs - now;
  if (leftMs <= 0) return null;
  return (
    <section aria-label="Can be taken back" className="flex items-center gap-3 rounded-lg border bg-surface px-4 py-3">
      <Ring left={leftMs / wholeMs} label={String(Math.ceil(leftMs / 1_000))} />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-ink text-sm">Approved, not yet run</h2>
        <p className="text-ink-soft">Until the ring is empty, the approval can be taken back.</p>
      </div>
      <Button busy={undo.isPending} onClick={() => undo.mutate(intent.id)}>
        Undo
        <span className="max-md:hidden">
          <Kbd>U</Kbd>
        </span>
      </Button>
    </section>
  );
}

const UNDONE = { tone: "info", title: "You took the approval back", body: "Nothing ran. It is held again." } as const;

/** Stays after the panel is gone. */
export function UndoNotice({ undo }: { undo: Undo }) {
  if (undo.isError) return <AnswerNotice isSuccess={false} words={notUndoneWords(undo.error)} />;
  return undo.isSuccess ? <AnswerNotice isSuccess words={UNDONE} /> : null;
}
