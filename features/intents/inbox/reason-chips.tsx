"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "@/components/button";
import type { InboxCountsDto, WaitReason } from "@/lib/wire/inbox";
import { WAIT_REASONS, WAIT_WORDS } from "./wait-words";

type ReasonChipsProps = {
  counts: InboxCountsDto | undefined;
  chosen: WaitReason | undefined;
  onChoose: (reason: WaitReason | undefined) => void;
};

/** Why things wait, each with how many; a press narrows the inbox to it. Reasons that nothing has wait behind a press. */
export function ReasonChips({ counts, chosen, onChoose }: ReasonChipsProps) {
  const [isWhole, setWhole] = useState(false);
  const countOf = (reason: WaitReason) => counts && (counts.byReason[reason] ?? 0);
  const inUse = WAIT_REASONS.filter((reason) => reason === chosen || (countOf(reason) ?? 0) > 0);
  const shown = isWhole ? [...inUse, ...WAIT_REASONS.filter((reason) => !inUse.includes(reason))] : inUse;
  return (
    <ul
      aria-label="Narrow to a reason"
      data-above-list
      className="flex gap-1.5 overflow-x-auto border-b px-4 py-2 md:flex-wrap md:px-6"
    >
      <Chip word="All" count={counts?.total} isChosen={chosen === undefined} onPress={() => onChoose(undefined)} />
      {shown.map((reason) => (
        <Chip
          key={reason}
          word={WAIT_WORDS[reason].word}
          meaning={WAIT_WORDS[reason].meaning}
          count={countOf(reason)}
          isChosen={chosen === reason}
          onPress={() => onChoose(chosen === reason ? undefined : reason)}
        />
      ))}
      {inUse.length < WAIT_REASONS.length && (
        <li className="flex shrink-0">
          <Button
            variant="ghost"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className="rounded-full md:min-h-7 md:px-2.5 md:text-xs"
          >
            {isWhole ? "Fewer reasons" : "More reasons"}
          </Button>
        </li>
      )}
    </ul>
  );
}

type ChipProps = { word: string; meaning?: string; count: number | undefined; isChosen: boolean; onPress: () => void };

function Chip({ word, meaning, count, isChosen, onPress }: ChipProps) {
  return (
    <li className="flex shrink-0">
      <button
        type="button"
        aria-pressed={isChosen}
        title={meaning}
        onClick={onPress}
        className={clsx(
          "flex min-h-11 items-center gap-1.5 rounded-full border px-3 font-medium text-sm transition-colors md:min-h-7 md:px-2.5 md:text-xs",
          isChosen ? "border-accent bg-accent text-on-accent" : "bg-surface hover:bg-hover",
          !isChosen && (count === 0 ? "text-ink-faint" : "text-ink"),
        )}
      >
        {word}
        {count !== undefined && <span className="tabular-nums">{count.toLocaleString()}</span>}
      </button>
    </li>
  );
}
