/**
 * Where somebody was in a long list when they opened an intent, so that the way back leads there. Kept for a place in
 * the browser's history, not for an address: who comes anew begins at the top.
 */
import type { Pages } from "./page-marks";

export type Whereabouts = { pages: Pages; scrollY: number };

const KEY = "interlockList";
const PLACES_MAX = 30;
const places = new Map<string, Whereabouts>();

/** The name of this place in the history; it is given one if it has none. */
export function nameOfPlace(): string {
  const state = window.history.state as Record<string, unknown> | null;
  const known = state?.[KEY];
  if (typeof known === "string") return known;
  const name = crypto.randomUUID();
  window.history.replaceState({ ...state, [KEY]: name }, "");
  return name;
}

export function recall(): Whereabouts | null {
  if (typeof window === "undefined") return null;
  const name = (window.history.state as Record<string, unknown> | null)?.[KEY];
  return typeof name === "string" ? (places.get(name) ?? null) : null;
}

export function remember(name: string, whereabouts: Whereabouts | null): void {
  places.delete(name);
  if (whereabouts === null) return;
  places.set(name, whereabouts);
  const [oldest] = places.keys();
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}
