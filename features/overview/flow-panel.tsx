"use client";

import { PlotBars } from "@/components/plot-bars";
import type { OverviewDto } from "@/lib/wire/overview";
import { PlotPanel } from "./plot-panel";
import { toSpans } from "./to-spans";

export function FlowPanel({ overview }: { overview: OverviewDto }) {
  const { buckets, asOf } = overview;
  return (
    <PlotPanel
      title="Submissions and effects"
      meaning="What agents asked for, when it came, and the effects that happened, when they happened."
    >
      <PlotBars
        label="Submissions and effects"
        spans={toSpans(overview)}
        nowMs={Date.parse(asOf)}
        series={[
          {
            name: "Submissions",
            values: buckets.map(({ submissions }) => submissions),
            shape: "wide",
            fill: "fill-plot-soft",
          },
          { name: "Effects", values: buckets.map(({ effects }) => effects), shape: "slim", fill: "fill-plot-strong" },
        ]}
      />
    </PlotPanel>
  );
}
