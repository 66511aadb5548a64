"use client";

/**
 * Whether the page hears of changes as they happen, and whether the operator wants it to follow them. What is held back
 * while updates are paused is counted, so that nobody takes an old screen for a quiet one.
 */
import { makeStore, useStore } from "./store";

export type LiveUpdates = {
  /** `stale`: nothing was heard for too long; what is on the screen may be old. */
  connection: "connecting" | "live" | "stale";
  isPaused: boolean;
  /** Changes that came while updates were paused. */
  heldBackCount: number;
};

const BEGINNING: LiveUpdates = { connection: "connecting", isPaused: false, heldBackCount: 0 };

const store = makeStore(BEGINNING);

export const liveUpdates = {
  get: store.get,
  subscribe: store.subscribe,
  change: (part: Partial<LiveUpdates>) => store.set({ ...store.get(), ...part }),
};

export function useLiveUpdates(): LiveUpdates {
  return useStore(store, BEGINNING);
}

const FAILED_REFRESH_MS = 3_000;
const LIVE_REFRESH_MS = 60_000;
const UNHEARD_REFRESH_MS = 5_000;

/** How soon a screen asks by itself: soon where asking failed or nothing is heard, hardly ever where changes are told. */
export function refreshIntervalMs({ hasFailed }: { hasFailed: boolean }): number | false {
  const { connection, isPaused } = store.get();
  if (hasFailed) return FAILED_REFRESH_MS;
  if (isPaused) return false;
  return connection === "live" ? LIVE_REFRESH_MS : UNHEARD_REFRESH_MS;
}

/** A list of more pages than this is read again by hand: each of its pages would be asked for. */
const PAGES_MAX = 4;

export function isLong(data: { pages?: unknown } | undefined): boolean {
  return Array.isArray(data?.pages) && data.pages.length > PAGES_MAX;
}
