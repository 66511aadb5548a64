"use client";

import { Button } from "@/components/button";
import { formatSeconds } from "@/components/duration";
import { Panel } from "@/components/panel";
import { ProgressBar } from "@/components/progress-bar";
import { useNow } from "@/components/use-now";
import type { Verification } from "./use-verification";

type ProgressPanelProps = { verification: Extract<Verification, { kind: "running" }>; onCancel: () => void };

export function ProgressPanel({ verification: { progress, startedAt }, onCancel }: ProgressPanelProps) {
  useNow(1_000);
  const { events = 0, seals = 0, eventsTotal = null } = progress ?? {};
  const of = eventsTotal === null ? "" : ` of ${eventsTotal.toLocaleString()}`;
  const words = `${events.toLocaleString()}${of} events, ${seals.toLocaleString()} seals`;
  return (
    <Panel title="Verifying">
      <div className="flex flex-col gap-3 px-4 py-3">
        <ProgressBar label="Verification" done={events} total={eventsTotal} words={words} />
        <p className="flex flex-wrap items-center justify-between gap-2 text-ink-soft tabular-nums">
          <span>
            {words} · {formatSeconds(performance.now() - startedAt)}
          </span>
          <Button onClick={onCancel}>Cancel</Button>
        </p>
      </div>
    </Panel>
  );
}
