"use client";

import { useEffect } from "react";

/** Whoever has read so far without it does not want the page to move any more. */
const WAIT_MAX_MS = 5_000;

/**
 * Goes to the part that the address names. The browser looked for it before it was there: what is on this page comes
 * from the server first, and some of it is fetched after that.
 */
export function useAnchor(): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (id === "" || goTo(id)) return;
    const watch = new MutationObserver(() => goTo(id) && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => watch.disconnect(), WAIT_MAX_MS);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, []);
}

function goTo(id: string): boolean {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
  return part !== null;
}
