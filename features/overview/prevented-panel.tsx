"use client";

import { PlotBars } from "@/components/plot-bars";
import type { OverviewDto } from "@/lib/wire/overview";
import { moneyWords, unpricedWords } from "./overview-words";
import { PlotPanel } from "./plot-panel";
import { toSpans } from "./to-spans";

export function PreventedPanel({ overview }: { overview: OverviewDto }) {
  const { buckets, prevented, totals, asOf } = overview;
  if (totals.duplicates === 0) {
    return (
      <PlotPanel title="Duplicates prevented" meaning="Nothing was submitted twice in this time.">
        <p className="px-4 pt-1 pb-4 text-ink-faint text-sm">
          A submission that asks again for an intent is kept with it and causes nothing. Such submissions are drawn
          here.
        </p>
      </PlotPanel>
    );
  }
  const unpriced = unpricedWords(overview);
  return (
    <PlotPanel
      title="Duplicates prevented"
      meaning="Submissions that joined an intent, or were refused because of one. None of them had an effect."
    >
      <PlotBars
        label="Duplicates prevented"
        spans={toSpans(overview)}
        nowMs={Date.parse(asOf)}
        series={[
          {
            name: "Duplicates",
            values: buckets.map(({ duplicates }) => duplicates),
            shape: "wide",
            fill: "fill-plot-kept",
          },
        ]}
        more={
          prevented.length === 0
            ? []
            : [
                {
                  name: "Worth",
                  total: moneyWords(prevented),
                  of: (index) => moneyWords(buckets[index]?.prevented ?? []) || "–",
                },
              ]
        }
      />
      <p className="px-4 pb-3 text-ink-faint text-sm">
        {prevented.length > 0 && "Worth: the amounts of the intents that they asked for again. "}
        {unpriced}
      </p>
    </PlotPanel>
  );
}
