"use client";

import type { OverviewDto } from "@/lib/wire/overview";
import { DecisionTimePanel } from "./decision-time-panel";
import { DoubtsPanel } from "./doubts-panel";
import { FlowPanel } from "./flow-panel";
import { PreventedPanel } from "./prevented-panel";
import { RetrySourcesPanel } from "./retry-sources-panel";
import { AgentsPanel, ToolsPanel } from "./shares-panel";
import { StatesPanel, type StateWords } from "./states-panel";

/** Everything that is drawn: fetched when there is something to draw. */
export function Figures({ overview, stateWords }: { overview: OverviewDto; stateWords: StateWords }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2 [&>*]:min-w-0">
      <div className="lg:col-span-2">
        <FlowPanel overview={overview} />
      </div>
      <PreventedPanel overview={overview} />
      <DecisionTimePanel overview={overview} />
      <StatesPanel overview={overview} stateWords={stateWords} />
      <DoubtsPanel overview={overview} />
      <div className="lg:col-span-2">
        <RetrySourcesPanel overview={overview} />
      </div>
      <div className="lg:col-span-2">
        <ToolsPanel overview={overview} />
      </div>
      <div className="lg:col-span-2">
        <AgentsPanel overview={overview} />
      </div>
    </div>
  );
}
