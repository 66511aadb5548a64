"use client";

import { clsx } from "clsx";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import type { ReactNode } from "react";
import { Button } from "./button";
import { useCommands } from "./commands";
import { type LiveUpdates, liveUpdates, useLiveUpdates } from "./live-updates";
import { useOnline } from "./use-online";

const DOT = { connecting: "bg-ink-faint", live: "bg-good", stale: "bg-bad" };
const WORD = { connecting: "Connecting", live: "Live", stale: "Not live: reconnecting" };

export function pauseUpdates(isPaused: boolean): void {
  liveUpdates.change({ isPaused, heldBackCount: 0 });
}

type UpdateControlProps = {
  /** What this screen asked for last was not answered: whatever is told, it is not up to date. */
  isFailing?: boolean;
  /** Given where the screen does not follow, however live the connection is. */
  notFollowed?: { words: ReactNode; action: ReactNode } | null;
  className?: string;
};

/** Whether what you see follows what happens; and a way to keep rows from moving under the cursor. */
export function UpdateControl({ isFailing = false, notFollowed = null, className }: UpdateControlProps) {
  const live = useLiveUpdates();
  const isOnline = useOnline();
  const connection = isOnline && !isFailing ? live.connection : "stale";
  const isStill = live.isPaused || notFollowed !== null;
  useCommands([
    {
      id: "updates",
      label: live.isPaused ? "Resume updates" : "Pause updates",
      group: "Screen",
      keys: "p",
      run: () => pauseUpdates(!live.isPaused),
    },
  ]);
  return (
    <div className={clsx("flex items-center gap-1", className)}>
      <p
        role="status"
        className={clsx(
          "flex items-center gap-1.5 text-xs tabular-nums",
          notFollowed === null ? "whitespace-nowrap text-ink-faint" : "min-w-0 text-warn",
        )}
      >
        <span aria-hidden className={clsx("size-1.5 shrink-0 rounded-full", isStill ? "bg-warn" : DOT[connection])} />
        {notFollowed !== null ? (
          <span>{notFollowed.words}</span>
        ) : live.isPaused ? (
          pausedWords(live)
        ) : isOnline ? (
          // On a phone the title needs the room: there the dot alone says that all is well.
          <span className={clsx(connection !== "stale" && "max-md:sr-only")}>{WORD[connection]}</span>
        ) : (
          "Not live: offline"
        )}
      </p>
      {notFollowed?.action}
      <Button
        variant="ghost"
        size="iconSmall"
        aria-label={live.isPaused ? "Resume updates" : "Pause updates"}
        title={live.isPaused ? "Resume updates" : "Pause updates: rows stay where they are"}
        aria-pressed={live.isPaused}
        onClick={() => pauseUpdates(!live.isPaused)}
      >
        {live.isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </Button>
    </div>
  );
}

function pausedWords({ heldBackCount }: LiveUpdates): string {
  if (heldBackCount === 0) return "Updates paused";
  return `Updates paused · ${heldBackCount.toLocaleString()} ${heldBackCount === 1 ? "change" : "changes"} since`;
}
