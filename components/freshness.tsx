"use client";

import { clsx } from "clsx";
import { formatSeconds } from "./duration";
import { useNow } from "./use-now";

type FreshnessProps = { updatedAt: number; state: "live" | "paused" | "failing"; className?: string };

const DOT = { live: "bg-good", paused: "bg-ink-faint", failing: "bg-bad" };
const WORD = { live: "Live", paused: "Paused", failing: "Not refreshing" };

/** How old what you see is. A live screen that stopped being live must say so. */
export function Freshness({ updatedAt, state, className }: FreshnessProps) {
  const ageMs = useNow(1_000) - updatedAt;
  return (
    <p className={clsx("flex items-center gap-1.5 whitespace-nowrap text-ink-faint text-xs tabular-nums", className)}>
      <span aria-hidden className={clsx("size-1.5 rounded-full", DOT[state])} />
      {WORD[state]} · updated {ageMs < 1_500 ? "just now" : `${formatSeconds(ageMs)} ago`}
    </p>
  );
}
