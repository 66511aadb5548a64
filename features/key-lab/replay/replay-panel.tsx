"use client";

import History from "lucide-react/icons/history";
import Square from "lucide-react/icons/square";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import { ProgressBar } from "@/components/progress-bar";
import type { Written } from "../queries";
import { RangeFields } from "./range-fields";
import type { Progress } from "./read-replay";
import { readRange, WHOLE_WEEK } from "./replay-range";
import { ReplayResult } from "./replay-result";
import type { ReplayControl } from "./use-replay";

type ReplayPanelProps = { written: Written; isMistaken: boolean; replay: ReplayControl };

/** What this text would have made of what was submitted, before anybody publishes it. It only reads. */
export function ReplayPanel({ written, isMistaken, replay: { state, run, stop } }: ReplayPanelProps) {
  const [form, setForm] = useState(WHOLE_WEEK);
  const [wrong, setWrong] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const ask = readRange(form, Date.now());
    setWrong(typeof ask === "string" ? ask : null);
    if (typeof ask !== "string") void run(written, ask);
  }

  return (
    <Panel title="Replay over history">
      <form noValidate onSubmit={submit} className="flex flex-col gap-3 px-4 py-3">
        <p className="text-ink-soft">
          Folds recorded submissions through the active version and through your text, and tells what would differ.
          Nothing is changed by it.
        </p>
        <RangeFields form={form} onChange={setForm} error={wrong} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {/* Two buttons, not one that changes: a click on the first would submit the form as the second. */}
          {state.kind === "running" ? (
            <Button key="stop" onClick={stop}>
              <Square aria-hidden />
              Stop
            </Button>
          ) : (
            <Button key="replay" type="submit" variant="secondary">
              <History aria-hidden />
              Replay
            </Button>
          )}
          {isMistaken && <span className="text-ink-soft">What cannot be published cannot be replayed either.</span>}
        </div>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {state.kind === "running" && <Running progress={state.progress} />}
        {state.kind === "stopped" && <p className="border-t px-4 py-3 text-ink-soft">Stopped. There is no result.</p>}
      </div>
      {state.kind === "failed" && <ErrorPanel title="It was not replayed" error={state.error} className="mx-4 mb-4" />}
      {state.kind === "done" && <ReplayResult result={state.result} isOfOtherText={state.of !== written.text} />}
    </Panel>
  );
}

function Running({ progress }: { progress: Progress | null }) {
  const words =
    progress === null
      ? "Reading the record"
      : `${progress.done.toLocaleString()} of ${progress.total.toLocaleString()} submissions`;
  return (
    <div className="border-t px-4 py-3">
      <ProgressBar label="Replay" done={progress?.done ?? 0} total={progress?.total ?? null} words={words} />
      {/* The bar says it already, and a number that runs is not read aloud. */}
      <p aria-hidden className="mt-1.5 text-ink-faint text-xs tabular-nums">
        {words}
      </p>
      <p className="sr-only">The replay runs.</p>
    </div>
  );
}
