/**
 * From what is heard to what is read again.
 *
 *  F1 What happened while nobody listened was not told: at every "hello" everything is read again, also where another
 *     tab took over the stream and this page never heard that it was gone. A page that has just been opened draws itself
 *     first: what it shows is a second old.
 *  F2 When the stream is lost, and when a pause ends, everything is read again too. A query sets its own clock when it is
 *     read, so a clock of a minute, or none, becomes one of seconds at once.
 *  F3 While updates are paused nothing is read; what was missed meanwhile is read when they are resumed.
 */
import type { QueryClient } from "@tanstack/react-query";
import { liveUpdates } from "@/components/live-updates";
import type { ChangeDto } from "@/lib/wire/stream";
import { joinChanges, readAgain, readEverythingAgain } from "./read-again";
import type { Heard } from "./stream-source";

/** However much happens, a screen is read again at most this often. */
const READ_AGAIN_MS = 700;
const FIRST_READ_MS = 1_500;
/** Two beats and a bit: whoever hears nothing for so long is not connected, whatever the browser says. */
const SILENCE_MS = 25_000;

type FollowDeps = {
  listen: (onHeard: (heard: Heard) => void) => () => void;
  onSignedOut: () => void;
};

/** Returns how to stop. */
export function follow(queries: QueryClient, { listen, onSignedOut }: FollowDeps): () => void {
  let pending: ChangeDto | "everything" | null = null;
  let flushTimer: ReturnType<typeof setTimeout> | null = null;
  let lastFlushAt = performance.now() + FIRST_READ_MS - READ_AGAIN_MS;
  let silence: ReturnType<typeof setTimeout> | null = null;
  let wasPaused = liveUpdates.get().isPaused;

  function flush(): void {
    flushTimer = null;
    if (pending === null || liveUpdates.get().isPaused) return;
    lastFlushAt = performance.now();
    if (pending === "everything") readEverythingAgain(queries);
    else readAgain(queries, pending);
    pending = null;
  }

  function plan(): void {
    if (liveUpdates.get().isPaused) return;
    flushTimer ??= setTimeout(flush, Math.max(0, lastFlushAt + READ_AGAIN_MS - performance.now()));
  }

  function missed(): void {
    pending = "everything";
    plan();
  }

  function alive(isHello: boolean): void {
    const wasLive = liveUpdates.get().connection === "live";
    liveUpdates.change({ connection: "live" });
    if (isHello || !wasLive) missed();
    if (silence !== null) clearTimeout(silence);
    silence = setTimeout(lose, SILENCE_MS);
  }

  function lose(): void {
    if (liveUpdates.get().connection === "stale") return;
    liveUpdates.change({ connection: "stale" });
    missed();
  }

  function hear(heard: Heard): void {
    if (heard.kind === "signed_out") onSignedOut();
    else if (heard.kind === "lost") lose();
    else alive(heard.kind === "hello");
    if (heard.kind === "change") learn(heard.change);
  }

  function learn(change: ChangeDto): void {
    if (pending !== "everything") pending = joinChanges(pending, change);
    const { isPaused, heldBackCount } = liveUpdates.get();
    if (isPaused) liveUpdates.change({ heldBackCount: heldBackCount + (change.intentIds?.length ?? 1) });
    else plan();
  }

  const stopListening = listen(hear);
  const unsubscribe = liveUpdates.subscribe(() => {
    const { isPaused } = liveUpdates.get();
    const isResumed = wasPaused && !isPaused;
    wasPaused = isPaused;
    if (isResumed) missed();
  });
  return () => {
    stopListening();
    unsubscribe();
    for (const timer of [flushTimer, silence]) if (timer !== null) clearTimeout(timer);
    liveUpdates.change({ connection: "connecting" });
  };
}
