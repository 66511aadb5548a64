"use client";

import { formatSeconds } from "./duration";
import { useNow } from "./use-now";

const LOCAL = {
  time: new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hourCycle: "h23" }),
  full: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }),
  /** For a column: the year is in the UTC on hover. */
  short: new Intl.DateTimeFormat(undefined, {
    ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    hourCycle: "h23",
  }),
};

type InstantProps = { at: string; show?: keyof typeof LOCAL; className?: string };

/** An instant in the reader's own time zone; UTC, to the millisecond, on hover. */
export function Instant({ at, show = "full", className }: InstantProps) {
  return (
    <time dateTime={at} title={toUtc(at)} className={className} suppressHydrationWarning>
      {LOCAL[show].format(new Date(at))}
    </time>
  );
}

/** How long until an instant. Ticks silently: a screen reader that is told every second hears nothing else. */
export function Countdown({ to, over }: { to: string; over: string }) {
  const leftMs = Date.parse(to) - useNow(1_000);
  return (
    <time dateTime={to} title={toUtc(to)} className="tabular-nums" suppressHydrationWarning>
      {leftMs > 0 ? `in ${formatSeconds(leftMs)}` : over}
    </time>
  );
}

function toUtc(at: string): string {
  return `${new Date(at).toISOString().replace("T", " ").replace("Z", "")} UTC`;
}
