"use client";

import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Kbd } from "@/components/kbd";
import { KeyHint } from "@/components/key-hint";
import { Ring } from "@/components/ring";
import { dropUndoable, type Undoable } from "./undo-store";

const TITLES: Record<Undoable["state"], string> = {
  open: "Approved, not yet run",
  sending: "Approved, not yet run",
  not_undone: "Approved",
  undone: "Taken back",
};

type UndoItemProps = { one: Undoable; now: number; isNewest: boolean; onUndo: (intentId: string) => void };

export function UndoItem({ one, now, isNewest, onUndo }: UndoItemProps) {
  const { intentId, sentence, state, words } = one;
  const leftMs = one.untilMs - now;
  const isTold = state === "not_undone" || state === "undone";
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-3">
      {state === "undone" && <Undo2 aria-hidden className="size-5 shrink-0 text-info" />}
      {!isTold && (
        <Ring left={leftMs / (one.untilMs - one.fromMs)} label={String(Math.max(0, Math.ceil(leftMs / 1_000)))} />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium text-ink">{TITLES[state]}</p>
        <AgentLine text={sentence} className="line-clamp-2 text-ink-soft [overflow-wrap:anywhere]" />
        {state === "undone" && <p className="text-ink-soft">Held again; nothing ran.</p>}
        {words !== null && (
          <p role="alert" className="text-bad">
            {words}
          </p>
        )}
      </div>
      {isTold ? (
        <Button variant="ghost" size="icon" aria-label="Put away" onClick={() => dropUndoable(intentId)}>
          <X aria-hidden />
        </Button>
      ) : (
        <Button busy={state === "sending"} onClick={() => onUndo(intentId)}>
          Undo
          {isNewest && (
            <KeyHint className="max-md:hidden">
              <Kbd>Z</Kbd>
            </KeyHint>
          )}
        </Button>
      )}
    </li>
  );
}
