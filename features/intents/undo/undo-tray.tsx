"use client";

import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { useNow } from "@/components/use-now";
import { useAnnouncer } from "../inbox/announcer";
import { UndoItem } from "./undo-item";
import { dropPast, openUndoables, type Undoable, useUndoables } from "./undo-store";
import { useUndo } from "./use-undo";

/** Often enough for a ring to look steady; whoever wants less motion sees it once a second. */
const TICK_MS = 250;
const CALM_TICK_MS = 1_000;
const SHOWN_MAX = 4;

/** What was approved and can still be taken back, or just was. Mounted once, for every screen. */
export function UndoTray() {
  const path = usePathname();
  // The page of an intent says by itself that it can be taken back.
  const isElsewhere = ({ intentId }: Undoable) => path !== `/intents/${intentId}`;
  const undoables = useUndoables().filter(isElsewhere);
  // That something was approved is said where it was approved, once.
  const { announce, region } = useAnnouncer();
  const undo = useUndo(() => announce("Taken back. It is held again, and nothing ran."));
  const newest = undoables.findLast(({ state }) => state === "open");
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
              const open = openUndoables(Date.now()).findLast(isElsewhere);
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
  const trayRef = useHeightTold(undoables.length);
  const undone = undoables.filter(({ state }) => state === "undone");
  const rest = undoables.filter(({ state }) => state !== "undone");
  const item = (one: Undoable) => (
    <UndoItem key={one.intentId} one={one} now={now} isNewest={one === newest} onUndo={onUndo} />
  );
  return (
    <div
      ref={trayRef}
      className="fixed inset-x-2 bottom-[calc(var(--bar-bottom)+var(--inbox-bottom,0px)+env(safe-area-inset-bottom)+0.5rem)] z-30 flex flex-col gap-2 md:inset-x-auto md:right-4 md:bottom-[calc(var(--inbox-bottom,0px)+1rem)] md:w-96"
    >
      {undone.length > 0 && (
        <section aria-label="Taken back">
          <ul className={LIST}>{undone.slice(-SHOWN_MAX).map(item)}</ul>
        </section>
      )}
      {rest.length > 0 && (
        <section aria-label="Can be taken back">
          <ul className={LIST}>
            {rest.slice(-SHOWN_MAX).map(item)}
            <UndoAll rest={rest} onUndo={onUndo} />
          </ul>
        </section>
      )}
    </div>
  );
}

const LIST = "divide-y overflow-hidden rounded-xl border bg-raised shadow-overlay";

function UndoAll({ rest, onUndo }: { rest: readonly Undoable[]; onUndo: (intentId: string) => void }) {
  const open = rest.filter(({ state }) => state === "open");
  const hiddenCount = Math.max(0, rest.length - SHOWN_MAX);
  if (open.length < 2) return null;
  return (
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
  );
}

/** Before anything is scrolled into sight: a row must not come to stand under the tray. */
function useHeightTold(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every one that comes or leaves it is as tall as that
  useLayoutEffect(() => {
    document.documentElement.style.setProperty("--tray-height", `${ref.current?.offsetHeight ?? 0}px`);
  }, [count]);
  useEffect(() => () => void document.documentElement.style.removeProperty("--tray-height"), []);
  return ref;
}
