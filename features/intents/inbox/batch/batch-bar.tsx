"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/button";
import type { OperatorDto } from "@/lib/wire/session";
import { BatchDialogs, type BatchQuestion } from "./batch-dialogs";
import { BatchProgress } from "./batch-progress";
import { BatchResults } from "./batch-results";
import { allWords, leftOutWords, totalWords } from "./batch-words";
import { approvable, type Picked } from "./picked";
import type { AllSelected, BatchRun } from "./use-batch";
import type { Selection } from "./use-selection";

export type BatchBarProps = {
  selection: Selection;
  batch: BatchRun;
  operator: OperatorDto;
  /** How many match the filter; null: nobody knows. */
  matchingCount: number | null;
  question: BatchQuestion | null;
  onQuestion: (question: BatchQuestion | null) => void;
};

/** What is selected, in exact numbers, and what can be done with it. Stays at the foot of the screen. */
export function BatchBar({ selection, batch, operator, matchingCount, question, onQuestion }: BatchBarProps) {
  const picked = [...selection.picked.values()];
  const { state } = batch;
  return (
    <Foot>
      {state.kind === "done" ? (
        <BatchResults verdict={state.verdict} results={state.results} onPutAway={andBackToTheRow(batch.putAway)} />
      ) : state.kind === "sending" || state.kind === "collecting" ? (
        <BatchProgress state={state} matchingCount={matchingCount} onStop={batch.stop} />
      ) : (
        <Chosen
          picked={picked}
          canDecide={operator.role !== "viewer"}
          matchingCount={matchingCount}
          hasFailed={state.kind === "collecting_failed"}
          all={state.kind === "choosing" && state.all?.count === picked.length ? state.all : null}
          onCollect={() => void batch.collect()}
          onClear={andBackToTheRow(selection.clear)}
          onQuestion={onQuestion}
        />
      )}
      <BatchDialogs
        picked={picked}
        question={question}
        onClose={() => onQuestion(null)}
        onDecide={(verdict, reason) => void batch.decide(verdict, picked, reason)}
      />
    </Foot>
  );
}

/** The bar, or what was pressed in it, leaves: the focus goes to the row that has it by turns. */
function andBackToTheRow(leave: () => void): () => void {
  return () => {
    leave();
    document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  };
}

/** Says how tall it is, so that rows, focus and the tray stay clear of it. */
function Foot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const foot = ref.current;
    if (foot === null) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty("--inbox-bottom", `${foot.offsetHeight}px`));
    observer.observe(foot);
    return () => {
      observer.disconnect();
      root.removeProperty("--inbox-bottom");
    };
  }, []);
  return (
    <section
      ref={ref}
      aria-label="Selected"
      className="sticky bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] z-20 mt-auto border-t bg-raised px-4 py-2.5 shadow-overlay md:bottom-0 md:px-6"
    >
      {children}
    </section>
  );
}

type ChosenProps = {
  picked: readonly Picked[];
  canDecide: boolean;
  matchingCount: number | null;
  hasFailed: boolean;
  /** Given where everything that matches is selected. */
  all: AllSelected | null;
  onCollect: () => void;
  onClear: () => void;
  onQuestion: (question: BatchQuestion) => void;
};

function Chosen({ picked, canDecide, matchingCount, hasFailed, all, onCollect, onClear, onQuestion }: ChosenProps) {
  const together = approvable(picked).length;
  const total = totalWords(picked);
  const leftOut = leftOutWords(picked);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <p className="font-medium text-ink tabular-nums">
          {picked.length.toLocaleString()} selected{total !== null && ` · ${total}`}
        </p>
        {all !== null && <p className="text-ink-soft">{allWords(all)}</p>}
        {leftOut !== null && <p className="text-ink-soft">{leftOut}</p>}
        {hasFailed && (
          <p role="alert" className="text-bad">
            Not all that match could be read, so nothing more was selected.
          </p>
        )}
      </div>
      {all === null && matchingCount !== null && matchingCount > picked.length && (
        <Button variant="ghost" onClick={onCollect} className="max-md:w-full">
          Select all {matchingCount.toLocaleString()} that match
        </Button>
      )}
      <div className="flex items-center gap-2 max-md:w-full max-md:*:flex-1 max-md:*:whitespace-nowrap">
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
        {canDecide && <DecideSelected count={picked.length} together={together} onQuestion={onQuestion} />}
      </div>
    </div>
  );
}

type DecideSelectedProps = { count: number; together: number; onQuestion: (question: BatchQuestion) => void };

function DecideSelected({ count, together, onQuestion }: DecideSelectedProps) {
  return (
    <>
      <Button aria-haspopup="dialog" onClick={(event) => onQuestion({ verdict: "deny", opener: event.currentTarget })}>
        Deny {count.toLocaleString()}…
      </Button>
      {together > 0 && (
        <Button
          variant="primary"
          aria-haspopup="dialog"
          onClick={(event) => onQuestion({ verdict: "approve", opener: event.currentTarget })}
        >
          Approve {together.toLocaleString()}…
        </Button>
      )}
    </>
  );
}
