"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveUpdates } from "@/components/live-updates";
import type { ChangeDto } from "@/lib/wire/stream";
import { joinChanges, readAgain, readEverythingAgain } from "./read-again";
import { type Heard, listenToStream } from "./stream-source";

/** However much happens, a screen is read again at most this often. */
const READ_AGAIN_MS = 700;
/** Two beats and a bit: whoever hears nothing for so long is not connected, whatever the browser says. */
const SILENCE_MS = 25_000;
/** A screen that has just been opened draws itself before it looks for what happened while it was being opened. */
const FIRST_READ_MS = 1_500;

/** Keeps every screen up to date. Draws nothing. */
export function LiveStream({ onSignedOut }: { onSignedOut: () => void }) {
  const queries = useQueryClient();
  useEffect(() => follow(queries, onSignedOut), [queries, onSignedOut]);
  return null;
}

function follow(queries: QueryClient, onSignedOut: () => void): () => void {
  let pending: ChangeDto | null = null;
  /** What happened while nobody listened was not told. */
  let hasMissed = false;
  let flushTimer: ReturnType<typeof setTimeout> | null = null;
  let lastFlushAt = Number.NEGATIVE_INFINITY;
  let silence: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    flushTimer = null;
    if (liveUpdates.get().isPaused) return;
    lastFlushAt = performance.now();
    if (hasMissed) readEverythingAgain(queries);
    else if (pending !== null) readAgain(queries, pending);
    hasMissed = false;
    pending = null;
  }

  function plan(waitMs = 0): void {
    flushTimer ??= setTimeout(flush, Math.max(waitMs, lastFlushAt + READ_AGAIN_MS - performance.now()));
  }

  function alive(): void {
    const { connection } = liveUpdates.get();
    liveUpdates.change({ connection: "live" });
    if (connection !== "live") {
      hasMissed = true;
      plan(connection === "connecting" ? FIRST_READ_MS : 0);
    }
    if (silence !== null) clearTimeout(silence);
    silence = setTimeout(() => liveUpdates.change({ connection: "stale" }), SILENCE_MS);
  }

  function hear(heard: Heard): void {
    if (heard.kind === "signed_out") onSignedOut();
    else if (heard.kind === "lost") liveUpdates.change({ connection: "stale" });
    else alive();
    if (heard.kind === "change") learn(heard.change);
  }

  function learn(change: ChangeDto): void {
    pending = joinChanges(pending, change);
    const { isPaused, heldBackCount } = liveUpdates.get();
    if (isPaused) liveUpdates.change({ heldBackCount: heldBackCount + (change.intentIds?.length ?? 1) });
    else plan();
  }

  const stopListening = listenToStream(hear);
  const unsubscribe = liveUpdates.subscribe(() => {
    if (!liveUpdates.get().isPaused && (hasMissed || pending !== null)) plan();
  });
  return () => {
    stopListening();
    unsubscribe();
    for (const timer of [flushTimer, silence]) if (timer !== null) clearTimeout(timer);
    liveUpdates.change({ connection: "connecting" });
  };
}
