"use client";

import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import type { Tick } from "./plot-ticks";
import { type Span, timeTicks } from "./plot-time";
import { useWidth } from "./use-width";

/** In pixels: where marks go. Heights are shares, from 0 at the bottom to 1. */
export type PlotArea = {
  xOf: (index: number) => number;
  widthOf: (index: number) => number;
  yOf: (place: number) => number;
};

type PlotFrameProps = {
  label: string;
  spans: Span[];
  ticks: Tick[];
  /** The span that is looked at; null: none. */
  index: number | null;
  onIndex: (index: number | null) => void;
  /** What the span that is looked at says, for those who do not see it. */
  valueText: string;
  children: (area: PlotArea) => ReactNode;
};

const HEIGHT = 196;
const TOP = 10;
const BOTTOM = 24;
const LEFT = 48;
const LABEL_ROOM = 84;
const CHARACTER_WIDTH = 8;
const PAGE_STEPS = 10;

/**
 * Axes, and a line that can be moved along them: with the pointer, a finger or the arrow keys. To a screen reader it is
 * a slider through time that reads out what is there.
 */
export function PlotFrame({ label, spans, ticks, index, onIndex, valueText, children }: PlotFrameProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const period = { fromMs: spans[0]?.fromMs ?? 0, toMs: spans.at(-1)?.toMs ?? 1 };
  const inner = Math.max(1, (width ?? 0) - LEFT);
  const at = (ms: number) => LEFT + (inner * (ms - period.fromMs)) / (period.toMs - period.fromMs);
  const area: PlotArea = {
    xOf: (one) => at(spans[one]?.fromMs ?? 0),
    widthOf: (one) => at(spans[one]?.toMs ?? 0) - at(spans[one]?.fromMs ?? 0),
    yOf: (place) => HEIGHT - BOTTOM - place * (HEIGHT - BOTTOM - TOP),
  };
  const last = spans.length - 1;

  function point(event: PointerEvent<HTMLDivElement>) {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / inner;
    const ms = period.fromMs + share * (period.toMs - period.fromMs);
    const found = spans.findLastIndex(({ fromMs }) => fromMs <= ms);
    onIndex(Math.min(last, Math.max(0, found)));
  }

  function press(event: KeyboardEvent) {
    const next = nextIndex(event.key, index ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    onIndex(next);
  }

  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={spans.length}
      aria-valuenow={(index ?? last) + 1}
      aria-valuetext={valueText}
      className="relative touch-pan-y select-none rounded-sm"
      style={{ height: HEIGHT }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => event.pointerType === "mouse" && onIndex(null)}
      onFocus={(event) => index === null && event.currentTarget.matches(":focus-visible") && onIndex(last)}
      onBlur={() => onIndex(null)}
      onKeyDown={press}
    >
      {width !== null && (
        <svg aria-hidden width={width} height={HEIGHT} className="block overflow-visible">
          {index !== null && (
            <rect
              x={area.xOf(index)}
              y={TOP}
              width={area.widthOf(index)}
              height={HEIGHT - BOTTOM - TOP}
              className="fill-pressed"
            />
          )}
          <ValueAxis ticks={ticks} width={width} yOf={area.yOf} />
          <TimeAxis ticks={timeTicks(period, Math.max(1, inner / LABEL_ROOM))} width={width} />
          {children(area)}
        </svg>
      )}
    </div>
  );
}

/** Null: nothing is looked at any more. Undefined: the key means nothing here. */
function nextIndex(key: string, index: number, last: number): number | null | undefined {
  const within = (wanted: number) => Math.min(last, Math.max(0, wanted));
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return within(index - 1);
    case "ArrowRight":
    case "ArrowUp":
      return within(index + 1);
    case "PageDown":
      return within(index - PAGE_STEPS);
    case "PageUp":
      return within(index + PAGE_STEPS);
    case "Home":
      return 0;
    case "End":
      return last;
    case "Escape":
      return null;
    default:
      return undefined;
  }
}

type ValueAxisProps = { ticks: Tick[]; width: number; yOf: PlotArea["yOf"] };

function ValueAxis({ ticks, width, yOf }: ValueAxisProps) {
  return ticks.map(({ place, label }) => (
    <g key={label}>
      <line
        x1={LEFT}
        x2={width}
        y1={yOf(place)}
        y2={yOf(place)}
        className={place === 0 ? "stroke-line-strong" : "stroke-line"}
      />
      <text x={LEFT - 8} y={yOf(place)} dy="0.32em" textAnchor="end" className="fill-ink-faint text-xs tabular-nums">
        {label}
      </text>
    </g>
  ));
}

function TimeAxis({ ticks, width }: { ticks: Tick[]; width: number }) {
  return ticks.map(({ place, label }) => {
    const x = LEFT + place * (width - LEFT);
    // A label that would be cut at the end is left out; its line stays.
    const fits = x + (label.length * CHARACTER_WIDTH) / 2 < width;
    return (
      <g key={place}>
        <line x1={x} x2={x} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 4} className="stroke-line-strong" />
        {fits && (
          <text x={x} y={HEIGHT - 6} textAnchor={place < 0.02 ? "start" : "middle"} className="fill-ink-faint text-xs">
            {label}
          </text>
        )}
      </g>
    );
  });
}
