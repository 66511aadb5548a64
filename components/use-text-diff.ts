"use client";

import { useDeferredValue, useEffect, useMemo } from "react";
import type { TextDiff } from "./text-diff";
import { useLoaded } from "./use-loaded";

const fetchDiff = () => import("./text-diff");

/** Null: the library is still on its way, or there are no two texts yet. Typing does not wait for it. */
export function useTextDiff(before: string | null, after: string | null): TextDiff | null {
  const [library, want] = useLoaded(fetchDiff);
  const later = useDeferredValue(after);
  const isWanted = before !== null && after !== null;
  useEffect(() => {
    if (isWanted) want();
  }, [isWanted, want]);
  return useMemo(
    () => (library === null || before === null || later === null ? null : library.diffTexts(before, later)),
    [library, before, later],
  );
}
