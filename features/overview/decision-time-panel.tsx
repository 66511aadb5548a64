"use client";

import { PlotRanges } from "@/components/plot-ranges";
import type { OverviewDto } from "@/lib/wire/overview";
import { PlotPanel } from "./plot-panel";
import { toSpans } from "./to-spans";

const COUNT = new Intl.NumberFormat();

export function DecisionTimePanel({ overview }: { overview: OverviewDto }) {
  const { buckets, decisionTime, asOf } = overview;
  if (decisionTime === null) {
    return (
      <PlotPanel title="Decision time" meaning="Nobody approved or denied anything in this time.">
        <p className="px-4 pt-1 pb-4 text-ink-faint text-sm">
          When people decide, this shows how long intents had waited for them.
        </p>
      </PlotPanel>
    );
  }
  const toRange = (time: NonNullable<OverviewDto["decisionTime"]>) => ({ low: time.p50Ms, high: time.p95Ms });
  return (
    <PlotPanel
      title="Decision time"
      meaning="How long intents had waited when a person approved or denied them: half of them at most p50, 95 of 100 at most p95."
    >
      <PlotRanges
        label="Decision time"
        spans={toSpans(overview)}
        nowMs={Date.parse(asOf)}
        ranges={buckets.map((bucket) => bucket.decisionTime && toRange(bucket.decisionTime))}
        names={{ low: "p50", high: "p95" }}
        totals={toRange(decisionTime)}
        more={[
          {
            name: "Decisions",
            total: COUNT.format(decisionTime.count),
            of: (index) => COUNT.format(buckets[index]?.decisionTime?.count ?? 0),
          },
        ]}
      />
    </PlotPanel>
  );
}
