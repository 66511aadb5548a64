"use client";

import { clsx } from "clsx";
import { PlotOverTime, type Reading } from "./plot-over-time";
import { countScale } from "./plot-ticks";
import type { Span } from "./plot-time";

/** `wide` bars stand behind `slim` ones: two that are counted in the same time are told apart by shape. */
type Shape = "wide" | "slim";

export type BarSeries = {
  name: string;
  values: number[];
  shape: Shape;
  /** A fill that has 3:1 on surface. */
  fill: string;
};

type PlotBarsProps = {
  label: string;
  spans: Span[];
  nowMs: number;
  series: BarSeries[];
  /** Read out beside the bars, and not drawn. */
  more?: Reading[];
};

const GAP = 1;
const SLIM_SHARE = 0.5;
const COUNT = new Intl.NumberFormat();

/** Counts over time, as bars from the same ground. */
export function PlotBars({ label, spans, nowMs, series, more = [] }: PlotBarsProps) {
  const scale = countScale(Math.max(0, ...series.flatMap(({ values }) => values)));
  const readings = series.map(({ name, values, shape, fill }) => ({
    name,
    mark: <BarMark shape={shape} fill={fill} />,
    total: COUNT.format(values.reduce((sum, value) => sum + value, 0)),
    of: (index: number) => COUNT.format(values[index] ?? 0),
  }));
  return (
    <PlotOverTime label={label} spans={spans} nowMs={nowMs} readings={[...readings, ...more]} ticks={scale.ticks}>
      {({ xOf, widthOf, yOf }) =>
        series.map(({ name, values, shape, fill }) => (
          <g key={name} className={fill}>
            {values.map((value, index) => {
              if (value === 0) return null;
              const room = Math.max(1, widthOf(index) - GAP);
              const width = shape === "slim" ? Math.max(1, room * SLIM_SHARE) : room;
              // What is there can be seen, however small it is beside the rest.
              const y = Math.min(yOf(scale.placeOf(value)), yOf(0) - 1);
              const x = xOf(index) + (widthOf(index) - width) / 2;
              return (
                <rect
                  key={spans[index]?.fromMs}
                  x={x}
                  y={y}
                  width={width}
                  height={yOf(0) - y}
                  rx={width > 6 ? 1.5 : 0}
                />
              );
            })}
          </g>
        ))
      }
    </PlotOverTime>
  );
}

function BarMark({ shape, fill }: { shape: Shape; fill: string }) {
  return (
    <svg aria-hidden viewBox="0 0 12 12" className={clsx("size-3 shrink-0 overflow-visible", fill)}>
      {shape === "wide" ? <rect width="12" height="12" rx="2" /> : <rect x="3.5" width="5" height="12" rx="1.5" />}
    </svg>
  );
}
