"use client";

/**
 * Approvals that can still be taken back. Kept outside of screens: whoever goes on to the next page must not lose the
 * way back. The clock is the browser's own, counted from before the approval was sent, so the ring never promises a
 * moment that the server no longer grants.
 */
import { makeStore, useStore } from "@/components/store";
import type { IntentDto } from "@/lib/wire/intent";
import { effectText } from "../words/effect-sentence";

export type Undoable = {
  intentId: string;
  /** What was approved. */
  sentence: string;
  fromMs: number;
  untilMs: number;
  /** `undone`: it says so for a while, here and on its row. */
  state: "open" | "sending" | "not_undone" | "undone";
  /** Why it was not taken back. */
  words: string | null;
};

const NONE: readonly Undoable[] = [];
const store = makeStore(NONE);

export function useUndoables(): readonly Undoable[] {
  return useStore(store, NONE);
}

/** After an approval: offers the way back where there is one. `sentAtMs`: when the approval left. */
export function offerUndo(intent: IntentDto, sentAtMs: number): void {
  const undoMs = intent.about?.undoMs ?? 0;
  if (intent.undoUntil === undefined || undoMs === 0) return;
  const offered: Undoable = {
    intentId: intent.id,
    sentence: effectText(intent),
    fromMs: sentAtMs,
    untilMs: sentAtMs + undoMs,
    state: "open",
    words: null,
  };
  store.set([...store.get().filter(({ intentId }) => intentId !== intent.id), offered]);
}

export function changeUndoable(intentId: string, part: Partial<Undoable>): void {
  store.set(store.get().map((one) => (one.intentId === intentId ? { ...one, ...part } : one)));
}

export function dropUndoable(intentId: string): void {
  store.set(store.get().filter((one) => one.intentId !== intentId));
}

/** Long enough to read it and to find the row again. */
const TOLD_MS = 8_000;

/** It was taken back; says so until `dropPast`. */
export function tellUndone(intentId: string, nowMs: number): void {
  changeUndoable(intentId, { state: "undone", words: null, untilMs: nowMs + TOLD_MS });
}

/** What can be taken back now, the newest last. */
export function openUndoables(nowMs: number): Undoable[] {
  return store.get().filter(({ state, untilMs }) => state === "open" && untilMs > nowMs);
}

/** Those whose time is over have nothing left to say; those that were not taken back wait to be read. */
export function dropPast(nowMs: number): void {
  const left = store
    .get()
    .filter(({ state, untilMs }) => state === "sending" || state === "not_undone" || untilMs > nowMs);
  if (left.length !== store.get().length) store.set(left);
}
