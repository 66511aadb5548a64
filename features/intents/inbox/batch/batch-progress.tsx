"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/button";
import { ProgressBar } from "@/components/progress-bar";
import type { BatchState } from "./use-batch";

type Running = Extract<BatchState, { kind: "collecting" | "sending" }>;
type BatchProgressProps = { state: Running; matchingCount: number | null; onStop: () => void };

export function BatchProgress({ state, matchingCount, onStop }: BatchProgressProps) {
  const stopRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed has just left the page.
    if (document.activeElement === document.body) stopRef.current?.focus();
  }, []);
  const total = state.kind === "sending" ? state.totalCount : matchingCount;
  const verb = state.kind === "collecting" ? "Selecting" : state.verdict === "approve" ? "Approving" : "Denying";
  const done = state.doneCount.toLocaleString();
  const words = total === null ? `${verb} ${done}` : `${verb} ${done} of ${total.toLocaleString()}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="mb-1.5 font-medium text-ink text-sm tabular-nums">{words}</p>
        <ProgressBar label={verb} done={state.doneCount} total={total} words={words} />
      </div>
      <Button ref={stopRef} busy={state.isStopping} onClick={onStop}>
        {state.isStopping ? "Stopping…" : "Stop"}
      </Button>
    </div>
  );
}
