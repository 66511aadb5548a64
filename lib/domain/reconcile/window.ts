/** Times of a reconciliation: what may be judged, and when one is due. */

import type { ContractDefinition } from "../contract/definition";
import { parseDurationMs } from "../duration";

/** Clocks differ, and an effect is booked a little later than it is answered. */
export const EDGE_MARGIN_MS = 120_000;
/** A day without a zone begins somewhere between these ends of the earth. */
export const DATE_MARGIN_MS = 14 * 3_600_000;
const DAY_MS = 86_400_000;
/** No effect was booked outside of these, and the store knows fewer years than people can write. */
export const TIMES_FROM_MS = 0;
export const TIMES_TO_MS = Date.UTC(3000, 0, 1);
const DEFAULT_EVERY_MS = DAY_MS;

/** How long before its effect an intent may have been submitted: it may have waited for people. */
export const LOOK_BACK_MS = 31 * DAY_MS;

export type Window = { fromMs: number; toMs: number };

/** An effect that began and ended in here must be in the source (J2). Null: there is no such time. */
export function judgedSpan(window: Window, readAtMs: number, marginMs: number): Window | null {
  const fromMs = window.fromMs + marginMs;
  const toMs = Math.min(window.toMs, readAtMs) - marginMs;
  return fromMs < toMs ? { fromMs, toMs } : null;
}

export type Schedule = { everyMs: number; by: "list" | "probe" };

/** Daily by list where the contract declares one; by probe only where it says so. Null: never by itself. */
export function scheduleOf({ reconcile, execute }: Pick<ContractDefinition, "reconcile" | "execute">): Schedule | null {
  if (reconcile === false) return null;
  const by =
    reconcile?.by ?? (execute.list === undefined ? null : "list") ?? (reconcile === undefined ? null : "probe");
  if (by === null || execute[by] === undefined) return null;
  return {
    by,
    everyMs: (reconcile?.every === undefined ? null : parseDurationMs(reconcile.every)) ?? DEFAULT_EVERY_MS,
  };
}

/** The last instant at which one was due, counted from when the tool was first published; null: none yet. */
export function dueSlot(firstPublishedAtMs: number, everyMs: number, nowMs: number): number | null {
  const passed = Math.floor((nowMs - firstPublishedAtMs) / everyMs);
  return passed < 1 ? null : firstPublishedAtMs + passed * everyMs;
}

/** Twice as long as the time between two: what lay across an end of the last window is inside of this one. */
export function scheduledWindow(everyMs: number, nowMs: number): Window {
  return { fromMs: nowMs - 2 * everyMs - 2 * EDGE_MARGIN_MS, toMs: nowMs };
}
