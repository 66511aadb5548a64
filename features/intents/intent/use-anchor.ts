"use client";

import { useEffect, useRef } from "react";

/**
 * Goes to the part that the address names. The browser looked for it before it was there: what is on this page comes
 * from the server first.
 */
export function useAnchor(isReady: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    const part = window.location.hash === "" ? null : document.getElementById(window.location.hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [isReady]);
}
