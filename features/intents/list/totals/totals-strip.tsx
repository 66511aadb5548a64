"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { Skeleton } from "@/components/skeleton";
import type { IntentState } from "@/lib/wire/intent";
import type { IntentTotalsDto } from "@/lib/wire/intent-list";
import { STATE_WORDS } from "../../words/state-words";
import { amountWords, boundWords, countWords } from "./totals-words";
import type { Totals } from "./use-totals";

type TotalsStripProps = {
  totals: Totals;
  isByAmount: boolean;
  /** Null where one state is all that is asked for. */
  onState: ((state: IntentState) => void) | null;
  /** What can be done with it. */
  children?: ReactNode;
};

/** What the filter finds, counted and added up. */
export function TotalsStrip({ totals, isByAmount, onState, children }: TotalsStripProps) {
  return (
    <section
      aria-label="Totals"
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5 text-ink-soft text-sm md:px-6"
    >
      {totals.data ? (
        <Figures totals={totals.data} isByAmount={isByAmount} onState={onState} />
      ) : totals.isPending ? (
        <span role="status">
          <span className="sr-only">Counting</span>
          <Skeleton className="h-3.5 w-40" />
        </span>
      ) : (
        <span role="alert">The totals could not be counted.</span>
      )}
      {totals.isError && (
        <Button variant="link" size="inline" busy={totals.isFetching} onClick={() => totals.refetch()}>
          {totals.data ? "These may be old. Count again" : "Count again"}
        </Button>
      )}
      <span className="order-1 ml-auto">{children}</span>
    </section>
  );
}

function Figures({
  totals,
  isByAmount,
  onState,
}: Pick<TotalsStripProps, "isByAmount" | "onState"> & { totals: IntentTotalsDto }) {
  const bound = boundWords(totals, isByAmount);
  return (
    <>
      <p className="font-medium text-ink tabular-nums">{countWords(totals)}</p>
      {totals.byState.length > 0 && (
        <ul
          aria-label="By state"
          className="flex items-center gap-x-3 max-md:order-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:*:shrink-0 md:flex-wrap"
        >
          {totals.byState.map(({ state, count }) => (
            <li key={state}>
              <StateCount state={state} count={count} onState={onState} />
            </li>
          ))}
        </ul>
      )}
      {totals.amounts.length > 0 && <Amounts totals={totals} />}
      {bound !== null && <p className="order-3 text-ink-faint">{bound}</p>}
    </>
  );
}

function StateCount({
  state,
  count,
  onState,
}: Pick<TotalsStripProps, "onState"> & { state: IntentState; count: number }) {
  const { icon: Glyph, word } = STATE_WORDS[state];
  const content = (
    <>
      <Glyph aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      {word} <span className="text-ink tabular-nums">{count.toLocaleString()}</span>
    </>
  );
  if (onState === null) return <span className="flex items-center gap-1.5">{content}</span>;
  return (
    <button
      type="button"
      title={`Show only what is ${word.toLowerCase()}`}
      className="-mx-1 flex min-h-11 items-center gap-1.5 rounded-sm px-1 hover:bg-hover hover:text-ink md:min-h-6"
      onClick={() => onState(state)}
    >
      {content}
    </button>
  );
}

/** One stands beside the count; several have lines of their own, under what can be done. */
function Amounts({ totals }: { totals: IntentTotalsDto }) {
  const amounts = amountWords(totals);
  return (
    <ul
      aria-label="Amounts"
      className={clsx(
        "flex flex-wrap items-center gap-x-4 tabular-nums",
        amounts.length > 1 ? "order-3 basis-full" : "max-md:order-3",
      )}
    >
      {amounts.map(({ currency, asked, succeeded }) => (
        <li key={currency}>
          <span className="text-ink">{asked}</span>{" "}
          {succeeded === null ? "succeeded" : `asked for, ${succeeded} succeeded`}
        </li>
      ))}
    </ul>
  );
}
