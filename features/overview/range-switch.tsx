"use client";

import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { ALL_RANGES, RANGES, type Range, rangePath } from "./range";

type RangeSwitchProps = { range: Range; onChange: (range: Range) => void };

/** Links, because each is a place of its own; a plain click needs no round trip. */
export function RangeSwitch({ range, onChange }: RangeSwitchProps) {
  function choose(event: MouseEvent, chosen: Range) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChange(chosen);
  }
  return (
    <nav aria-label="Range" className="flex rounded-md border border-line-strong bg-sunken p-0.5">
      {ALL_RANGES.map((one) => (
        <a
          key={one}
          href={rangePath(one)}
          aria-current={one === range ? "true" : undefined}
          aria-label={`Show ${RANGES[one].long}`}
          onClick={(event) => choose(event, one)}
          className={clsx(
            "flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap rounded-[5px] px-2 font-medium text-sm tabular-nums transition-colors md:min-h-6.5",
            one === range ? "bg-raised text-ink shadow-[0_0_0_1px_var(--line-strong)]" : "text-ink-soft hover:text-ink",
          )}
        >
          {RANGES[one].word}
        </a>
      ))}
    </nav>
  );
}
