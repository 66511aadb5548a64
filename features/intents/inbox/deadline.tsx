"use client";

import { clsx } from "clsx";
import Hourglass from "lucide-react/icons/hourglass";
import { useEffect, useState } from "react";
import { useNow } from "@/components/use-now";
import { leftWords, stoppedWords, urgencyOf } from "./urgency";

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });
const TONES = {
  calm: "text-ink-faint",
  soon: "font-medium text-warn",
  last: "font-semibold text-bad",
  over: "text-bad",
};

type DeadlineProps = {
  /** Null: its clock stands still, or it has none. */
  until: string | null;
  /** Given where its clock stands still: what is left of it. */
  stoppedMs?: number | undefined;
};

/** How long there is to decide; ticks silently. */
export function Deadline({ until, stoppedMs }: DeadlineProps) {
  if (until !== null) return <Ticking until={until} />;
  return (
    <span className="whitespace-nowrap text-ink-faint text-xs tabular-nums">
      {stoppedMs === undefined ? "no deadline" : stoppedWords(stoppedMs)}
    </span>
  );
}

function Ticking({ until }: { until: string }) {
  const leftMs = Date.parse(until) - useNow(1_000);
  const urgency = urgencyOf(leftMs);
  return (
    <time
      dateTime={until}
      title={`until ${LOCAL.format(new Date(until))} (${new Date(until).toISOString().slice(0, 19).replace("T", " ")} UTC)`}
      className={clsx("flex items-center gap-1 whitespace-nowrap text-xs tabular-nums", TONES[urgency])}
    >
      {urgency !== "calm" && <Hourglass aria-hidden className="size-3.5" />}
      {leftWords(leftMs)}
    </time>
  );
}

/** Timers cannot wait longer than this. */
const TIMER_MAX_MS = 2_000_000_000;

/** Turns true at that instant by itself. */
export function usePast(until: string | null): boolean {
  const untilMs = until === null ? null : Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs === null) return;
    const leftMs = untilMs - Date.now();
    if (leftMs <= 0) return setNow(Date.now());
    if (leftMs > TIMER_MAX_MS) return;
    const timer = setTimeout(() => setNow(Date.now()), leftMs + 1);
    return () => clearTimeout(timer);
  }, [untilMs]);
  return untilMs !== null && untilMs <= now;
}
