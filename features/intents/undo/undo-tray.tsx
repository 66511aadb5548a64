"use client";

import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { Kbd } from "@/components/kbd";
import { Ring } from "@/components/ring";
import { useNow } from "@/components/use-now";
import { useAnnouncer } from "../inbox/announcer";
import { dropPast, dropUndoable, openUndoables, type Undoable, useUndoables } from "./undo-store";
import { useUndo } from "./use-undo";

/** Often enough for a ring to look steady; whoever wants less motion sees it once a second. */
const TICK_MS = 250;
const CALM_TICK_MS = 1_000;
const SHOWN_MAX = 4;

/** What was approved and can still be taken back. Mounted once, for every screen. */
export function UndoTray() {
  const undoables = useUndoables();
  const { announce, region } = useAnnouncer();
  const undo = useUndo(() => announce("Taken back. It is held again, and nothing ran."));
  const newest = undoables.findLast(({ state }) => state === "open");
  const newestMs = newest?.fromMs ?? 0;
  const toldMsRef = useRef(0);
  useEffect(() => {
    // Only of a new one: where the newest leaves, the one before it was told already.
    if (newestMs <= toldMsRef.current) return;
    toldMsRef.current = newestMs;
    announce("Approved. Press Z to take it back.");
  }, [newestMs, announce]);
  useCommands(
    newest === undefined
      ? []
      : [
          {
            id: "undo",
            label: "Take the last approval back",
            group: "Intents",
            keys: "z",
            run: () => {
              const open = openUndoables(Date.now()).at(-1);
              if (open !== undefined) undo.mutate(open.intentId);
            },
          },
        ],
  );
  return (
    <>
      {region}
      {undoables.length > 0 && <Tray undoables={undoables} newest={newest} onUndo={(id) => undo.mutate(id)} />}
    </>
  );
}

type TrayProps = { undoables: readonly Undoable[]; newest: Undoable | undefined; onUndo: (intentId: string) => void };

function Tray({ undoables, newest, onUndo }: TrayProps) {
  const [tickMs] = useState(() => (matchMedia("(prefers-reduced-motion: reduce)").matches ? CALM_TICK_MS : TICK_MS));
  const now = useNow(tickMs);
  useEffect(() => dropPast(now), [now]);
  const open = undoables.filter(({ state }) => state === "open");
  const hiddenCount = Math.max(0, undoables.length - SHOWN_MAX);
  return (
    <section
      aria-label="Can be taken back"
      className="fixed inset-x-2 bottom-[calc(var(--bar-bottom)+var(--inbox-bottom,0px)+env(safe-area-inset-bottom)+0.5rem)] z-30 md:inset-x-auto md:right-4 md:bottom-[calc(var(--inbox-bottom,0px)+1rem)] md:w-96"
    >
      <ul className="divide-y overflow-hidden rounded-xl border bg-raised shadow-overlay">
        {undoables.slice(-SHOWN_MAX).map((one) => (
          <TrayItem key={one.intentId} one={one} now={now} isNewest={one === newest} onUndo={onUndo} />
        ))}
        {open.length > 1 && (
          <li className="flex items-center justify-between gap-3 py-1.5 pr-2 pl-3 text-ink-soft text-sm">
            {hiddenCount > 0 ? `and ${hiddenCount.toLocaleString()} before these` : `${open.length} in all`}
            <Button
              onClick={() => {
                for (const { intentId } of open) onUndo(intentId);
              }}
            >
              Undo all {open.length.toLocaleString()}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

type TrayItemProps = { one: Undoable; now: number; isNewest: boolean; onUndo: (intentId: string) => void };

function TrayItem({ one, now, isNewest, onUndo }: TrayItemProps) {
  const { intentId, sentence, state, words } = one;
  const leftMs = one.untilMs - now;
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-3">
      {state !== "not_undone" && (
        <Ring left={leftMs / (one.untilMs - one.fromMs)} label={String(Math.max(0, Math.ceil(leftMs / 1_000)))} />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium text-ink">{state === "not_undone" ? "Approved" : "Approved, not yet run"}</p>
        <AgentLine text={sentence} className="line-clamp-2 text-ink-soft [overflow-wrap:anywhere]" />
        {words !== null && (
          <p role="alert" className="text-bad">
            {words}
          </p>
        )}
      </div>
      {state === "not_undone" ? (
        <Button variant="ghost" size="icon" aria-label="Put away" onClick={() => dropUndoable(intentId)}>
          <X aria-hidden />
        </Button>
      ) : (
        <Button busy={state === "sending"} onClick={() => onUndo(intentId)}>
          Undo
          {isNewest && (
            <span className="max-md:hidden">
              <Kbd>Z</Kbd>
            </span>
          )}
        </Button>
      )}
    </li>
  );
}
