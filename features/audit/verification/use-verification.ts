"use client";

import { useEffect, useRef, useState } from "react";
import type { Order } from "../verify/run";
import type { Outcome, Progress } from "../verify/verify-stream";

export type Verification =
  | { kind: "idle" }
  | { kind: "running"; order: Order; progress: Progress | null; startedAt: number }
  | { kind: "cancelled" }
  | { kind: "done"; order: Order; outcome: Outcome; tookMs: number };

const NOT_LOADED: Outcome = {
  kind: "unread",
  events: 0,
  seals: 0,
  signatures: 0,
  keyIds: [],
  message: "The verifier itself could not be loaded. Check that you are connected, and try again.",
};

/** One at a time; it ends with the screen. The verifier itself is fetched when it is first wanted. */
export function useVerification(onDone: (order: Order, outcome: Outcome) => void) {
  const [verification, setVerification] = useState<Verification>({ kind: "idle" });
  const cancelRef = useRef<(() => void) | null>(null);
  useEffect(() => () => cancelRef.current?.(), []);

  async function start(order: Order) {
    cancelRef.current?.();
    const startedAt = performance.now();
    let isCancelled = false;
    cancelRef.current = () => {
      isCancelled = true;
    };
    setVerification({ kind: "running", order, progress: null, startedAt });
    const verifier = await import("../verify/start").catch(() => null);
    if (isCancelled) return;
    if (verifier === null) {
      setVerification({ kind: "done", order, outcome: NOT_LOADED, tookMs: 0 });
      return;
    }
    cancelRef.current = verifier.startVerification(order, (told) => {
      if (told.kind === "progress") {
        setVerification({ kind: "running", order, progress: told.progress, startedAt });
        return;
      }
      cancelRef.current = null;
      setVerification({ kind: "done", order, outcome: told.outcome, tookMs: performance.now() - startedAt });
      onDone(order, told.outcome);
    });
  }

  function cancel() {
    cancelRef.current?.();
    cancelRef.current = null;
    setVerification({ kind: "cancelled" });
  }

  return { verification, start: (order: Order) => void start(order), cancel };
}
