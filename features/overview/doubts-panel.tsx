"use client";

import Link from "next/link";
import { Ago } from "@/components/ago";
import { BarList } from "@/components/bar-list";
import { formatDuration } from "@/components/duration";
import type { OverviewDto } from "@/lib/wire/overview";
import { historyPath } from "./history-path";
import { count } from "./overview-words";
import { PlotPanel } from "./plot-panel";

type Age = OverviewDto["inDoubt"]["ages"][number];

export function DoubtsPanel({ overview }: { overview: OverviewDto }) {
  const { count: doubts, oldestSince, ages } = overview.inDoubt;
  if (oldestSince === null) {
    return (
      <PlotPanel title="In doubt now" meaning="Nothing is in doubt.">
        <p className="px-4 pt-1 pb-4 text-ink-faint text-sm">
          An intent whose outcome is unknown waits here until a probe or a person finds out.
        </p>
      </PlotPanel>
    );
  }
  return (
    <PlotPanel
      title="In doubt now"
      meaning="They may have happened: the outcome is unknown. All of them, by how long they have been in doubt."
    >
      <p className="px-4 pt-3 text-base text-ink">
        <Link
          href={historyPath({ state: "in_doubt" })}
          prefetch={false}
          className="font-semibold text-doubt underline underline-offset-2"
        >
          {count(doubts, "intent")} in doubt
        </Link>
        ; {doubts === 1 ? "it began" : "the oldest began"} <Ago at={oldestSince} />
      </p>
      <BarList
        label="Intents in doubt by age"
        items={ages.map((age) => ({
          key: String(age.fromMs),
          name: ageWords(age),
          value: age.count,
          fill: "bg-doubt",
        }))}
      />
    </PlotPanel>
  );
}

function ageWords({ fromMs, toMs }: Age): string {
  if (toMs === null) return `Over ${formatDuration(fromMs)}`;
  return fromMs === 0 ? `Under ${formatDuration(toMs)}` : `${formatDuration(fromMs)} to ${formatDuration(toMs)}`;
}
