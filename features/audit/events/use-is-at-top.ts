"use client";

import { useSyncExternalStore } from "react";

/** So far down somebody has begun to read. */
const TOP_PX = 120;

function subscribe(onChange: () => void): () => void {
  window.addEventListener("scroll", onChange, { passive: true });
  return () => window.removeEventListener("scroll", onChange);
}

export function useIsAtTop(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY < TOP_PX,
    () => true,
  );
}
