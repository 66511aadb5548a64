"use client";

import { useEffect, useState } from "react";

/** The row that the keys are at. It has the focus, and is drawn however far it is scrolled away. */
export function useCurrentRow(count: number) {
  const [index, setIndex] = useState<number | null>(null);
  useEffect(() => {
    // Who tabs, or clicks, into a row goes on from there.
    const follow = ({ target }: FocusEvent) => {
      const link = target instanceof HTMLElement ? target.dataset["link"] : undefined;
      if (link !== undefined) setIndex(Number(link));
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  return { index: index !== null && index < count ? index : null, setIndex };
}

export type CurrentRow = ReturnType<typeof useCurrentRow>;
