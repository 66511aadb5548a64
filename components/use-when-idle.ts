"use client";

import { useEffect, useRef } from "react";

/** Where a browser cannot say when it is idle. */
const SOON_MS = 1_000;

/** Once, when there is nothing more urgent: for what will be wanted in a moment, and then must not wait for a network. */
export function useWhenIdle(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(() => latest.current(), SOON_MS);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(() => latest.current());
    return () => window.cancelIdleCallback(handle);
  }, []);
}
