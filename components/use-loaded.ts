"use client";

import { useCallback, useState } from "react";

export type Loading = "not_wanted" | "on_its_way" | "here" | "failed";

/** A part that is fetched when it is first wanted, and null until it is here. A failed fetch is tried again. */
export function useLoaded<T extends object>(fetchPart: () => Promise<T>): [T | null, () => void, Loading] {
  const [part, setPart] = useState<T | null>(null);
  const [loading, setLoading] = useState<Loading>("not_wanted");
  const want = useCallback(() => {
    if (part !== null) return;
    setLoading("on_its_way");
    fetchPart().then(
      (fetched) => {
        setPart(fetched);
        setLoading("here");
      },
      (error: unknown) => {
        console.warn("A part of this page did not load", error);
        setLoading("failed");
      },
    );
  }, [part, fetchPart]);
  return [part, want, loading];
}
