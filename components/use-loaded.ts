"use client";

import { useCallback, useState } from "react";

/** A part that is fetched when it is first wanted, and null until it is here. A failed fetch is tried again. */
export function useLoaded<T extends object>(fetchPart: () => Promise<T>): [T | null, () => void] {
  const [part, setPart] = useState<T | null>(null);
  const want = useCallback(() => {
    if (part !== null) return;
    fetchPart().then(setPart, (error: unknown) => console.warn("A part of this page did not load", error));
  }, [part, fetchPart]);
  return [part, want];
}
