"use client";

import { formatDuration } from "./duration";
import { PlotOverTime, type Reading } from "./plot-over-time";
import { durationScale } from "./plot-ticks";
import type { Span } from "./plot-time";

/** Two durations of one span; `low` is never the longer one. */
export type Range = { low: number; high: number };

type PlotRangesProps = {
  label: string;
  spans: Span[];
  nowMs: number;
  /** Null: nothing to measure. At least one is not. */
  ranges: (Range | null)[];
  names: { low: string; high: string };
  totals: Range;
  more?: Reading[];
};

const DOT_MAX = 3.5;
const DOT_MIN = 2;

/** From one duration to another, for each span that has any: a full dot, a line, an open dot. */
export function PlotRanges({ label, spans, nowMs, ranges, names, totals, more = [] }: PlotRangesProps) {
  const scale = durationScale(ranges.flatMap((range) => (range === null ? [] : [range.low, range.high])));
  const of = (end: keyof Range) => (index: number) => {
    const range = ranges[index];
    return range ? formatDuration(range[end]) : "–";
  };
  const readings: Reading[] = [
    { name: names.low, mark: <DotMark open={false} />, total: formatDuration(totals.low), of: of("low") },
    { name: names.high, mark: <DotMark open />, total: formatDuration(totals.high), of: of("high") },
    ...more,
  ];
  return (
    <PlotOverTime label={label} spans={spans} nowMs={nowMs} readings={readings} ticks={scale.ticks}>
      {({ xOf, widthOf, yOf }) =>
        ranges.map((range, index) => {
          if (range === null) return null;
          const x = xOf(index) + widthOf(index) / 2;
          const radius = Math.max(DOT_MIN, Math.min(DOT_MAX, widthOf(index) / 2 - 0.5));
          const [low, high] = [yOf(scale.placeOf(range.low)), yOf(scale.placeOf(range.high))];
          return (
            <g key={spans[index]?.fromMs}>
              <line x1={x} x2={x} y1={low} y2={high} strokeWidth={2} className="stroke-plot-soft" />
              <circle cx={x} cy={high} r={radius} strokeWidth={1.75} className="fill-surface stroke-plot-strong" />
              <circle cx={x} cy={low} r={radius} className="fill-plot-strong" />
            </g>
          );
        })
      }
    </PlotOverTime>
  );
}

function DotMark({ open }: { open: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0">
      <circle
        cx="6"
        cy="6"
        r={open ? 4.25 : 5}
        strokeWidth={open ? 2 : 0}
        className={open ? "fill-surface stroke-plot-strong" : "fill-plot-strong"}
      />
    </svg>
  );
}
