"use client";

import { type ReactNode, useState } from "react";
import { Disclosure } from "./disclosure";
import { type PlotArea, PlotFrame } from "./plot-frame";
import type { Tick } from "./plot-ticks";
import { type Span, spanWords } from "./plot-time";

export type Reading = {
  name: string;
  /** What stands for it in the plot, of a shape of its own; absent where it is only read out. */
  mark?: ReactNode;
  /** Of the whole time. */
  total: string;
  of: (index: number) => string;
};

type PlotOverTimeProps = {
  /** What is plotted: names the plot and its table. */
  label: string;
  spans: Span[];
  /** Time that has not come yet belongs to the last span. */
  nowMs: number;
  readings: Reading[];
  ticks: Tick[];
  children: (area: PlotArea) => ReactNode;
};

/** A plot, what it says where one looks, and the same as a table. */
export function PlotOverTime({ label, spans, nowMs, readings, ticks, children }: PlotOverTimeProps) {
  const [index, setIndex] = useState<number | null>(null);
  const whenWords = (one: number) => {
    const span = spans[one];
    if (span === undefined) return "";
    return span.toMs > nowMs ? `${spanWords(span)}, so far` : spanWords(span);
  };
  const readOut = (one: number) => readings.map(({ name, of }) => `${name} ${of(one)}`).join(", ");
  const shown = index ?? spans.length - 1;
  return (
    <div className="px-4 pt-3 pb-1">
      <p className="text-ink-faint text-xs tabular-nums">{index === null ? "In all" : whenWords(index)}</p>
      <ul className="mt-0.5 mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {readings.map(({ name, mark, total, of }) => (
          <li key={name} className="flex items-center gap-1.5 text-ink-soft">
            {mark}
            {name}
            <ReadOut total={total} current={index === null ? null : of(index)} />
          </li>
        ))}
      </ul>
      <PlotFrame
        label={`${label}, through time`}
        spans={spans}
        ticks={ticks}
        index={index}
        onIndex={setIndex}
        valueText={`${whenWords(shown)}: ${readOut(shown)}`}
      >
        {children}
      </PlotFrame>
      <Disclosure summary="Show as table">
        <PlotTable label={label} spans={spans} readings={readings} whenWords={whenWords} />
      </Disclosure>
    </div>
  );
}

/** The total keeps its room: nothing moves while one looks along the plot. */
function ReadOut({ total, current }: { total: string; current: string | null }) {
  return (
    <span className="inline-grid font-semibold text-ink tabular-nums *:[grid-area:1/1]">
      <span className={current === null ? undefined : "invisible"}>{total}</span>
      {current !== null && <span>{current}</span>}
    </span>
  );
}

type PlotTableProps = Pick<PlotOverTimeProps, "label" | "spans" | "readings"> & {
  whenWords: (index: number) => string;
};

function PlotTable({ label, spans, readings, whenWords }: PlotTableProps) {
  return (
    <section
      aria-label={`${label}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer
      tabIndex={0}
      className="max-h-80 overflow-auto focus-visible:-outline-offset-2"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 bg-sunken px-3 py-1.5 text-left font-medium text-ink-soft">
              Time
            </th>
            {readings.map(({ name }) => (
              <th
                key={name}
                scope="col"
                className="sticky top-0 bg-sunken px-3 py-1.5 text-right font-medium text-ink-soft"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spans.map(({ fromMs }, index) => (
            <tr key={fromMs} className="border-t">
              <th scope="row" className="px-3 py-1 text-left font-normal text-ink-soft">
                {whenWords(index)}
              </th>
              {readings.map(({ name, of }) => (
                <td key={name} className="px-3 py-1 text-right text-ink">
                  {of(index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
