"use client";

import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { InlineBar } from "@/components/bar-list";
import type { OverviewDto, RetrySourceDto } from "@/lib/wire/overview";
import { historyPath } from "./history-path";
import { count, perEffectWords } from "./overview-words";
import { PlotPanel } from "./plot-panel";

const COUNT = new Intl.NumberFormat();

export function RetrySourcesPanel({ overview: { retrySources, from } }: { overview: OverviewDto }) {
  if (retrySources.length === 0) {
    return (
      <PlotPanel title="Noisiest retry sources" meaning="Nobody submitted anything twice in this time.">
        {null}
      </PlotPanel>
    );
  }
  const most = Math.max(...retrySources.map(({ duplicates }) => duplicates));
  return (
    <PlotPanel
      title="Noisiest retry sources"
      meaning="Who sends most of the duplicates, for which tool, and how many of them for each effect."
    >
      <ol className="mt-2">
        {retrySources.map((source) => (
          <RetrySource key={`${source.agent.id} ${source.tool}`} source={source} most={most} from={from} />
        ))}
      </ol>
    </PlotPanel>
  );
}

type RetrySourceProps = { source: RetrySourceDto; most: number; from: string };

function RetrySource({ source, most, from }: RetrySourceProps) {
  const { agent, tool, title, duplicates, intents, effects, run } = source;
  const href = historyPath({ agent: agent.id, tool, ...(run === null ? {} : { run: run.name }), from });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t px-4 py-2 text-sm md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Link
          href={href}
          prefetch={false}
          className="flex min-h-11 flex-col justify-center text-ink underline-offset-2 hover:underline md:min-h-6 md:flex-row md:items-center md:justify-start md:gap-1.5"
        >
          <AgentLine text={agent.name} className="min-w-0 truncate font-medium" />
          <span aria-hidden className="text-ink-faint max-md:hidden">
            ·
          </span>
          <AgentLine text={title} className="min-w-0 truncate" />
        </Link>
        <p className="min-w-0 truncate text-ink-faint text-xs">
          {run === null ? (
            `for ${count(intents, "intent")}`
          ) : (
            <>
              {COUNT.format(run.duplicates)} of them from run <AgentLine text={run.name} />
            </>
          )}
        </p>
      </div>
      <InlineBar share={duplicates / most} fill="bg-plot-kept" className="max-md:hidden" />
      <p className="text-right tabular-nums md:min-w-40">
        <span className="block font-medium text-ink">{count(duplicates, "duplicate")}</span>
        <span className="block text-ink-faint text-xs">
          {effects === 0 ? "and no effect" : `${perEffectWords(source)} per effect`}
        </span>
      </p>
    </li>
  );
}
