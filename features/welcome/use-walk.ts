"use client";

import { makeStore, useStore } from "@/components/store";

/** One walk for as long as the page is not loaded anew: deciding leads away from here and back. */
export type Walk = { run: string; agent: { name: string; key: string } | null };

const NOT_BEGUN: Walk = { run: "", agent: null };
const store = makeStore(NOT_BEGUN);

/** Its run is its own, so that nothing of an earlier walk resembles it. */
export function useWalk(): [Walk, (walk: Walk) => void] {
  const walk = useStore(store, NOT_BEGUN);
  if (walk.run !== "" || typeof window === "undefined") return [walk, store.set];
  const begun = { run: `walk_${crypto.randomUUID().slice(0, 8)}`, agent: null };
  store.set(begun);
  return [begun, store.set];
}
