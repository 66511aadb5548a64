"use client";

import { formatDuration } from "./duration";
import { useNow } from "./use-now";

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });
const REDRAWN_MS = 30_000;
const MINUTE_MS = 60_000;

/** How long ago, for what is only known to the minute or so; the instant itself, local and UTC, on hover. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const ageMs = useNow(REDRAWN_MS) - Date.parse(at);
  const utc = `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return (
    <time dateTime={at} title={`${LOCAL.format(new Date(at))} (${utc})`} className={className} suppressHydrationWarning>
      {ageMs < MINUTE_MS ? "just now" : `${formatDuration(ageMs - (ageMs % MINUTE_MS))} ago`}
    </time>
  );
}
