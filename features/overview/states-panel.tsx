"use client";

import type { Icon, Tone } from "@/components/badge";
import { BarList } from "@/components/bar-list";
import type { IntentState } from "@/lib/wire/intent";
import type { OverviewDto } from "@/lib/wire/overview";
import { historyPath } from "./history-path";
import { count, shareWords } from "./overview-words";
import { PlotPanel } from "./plot-panel";

/** Each state's word, icon and tone, in the order in which they are shown. */
export type StateWords = Record<IntentState, { word: string; icon: Icon; tone: Tone }>;

const FILL: Record<Tone, string> = {
  neutral: "bg-plot-soft",
  info: "bg-info",
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
  doubt: "bg-doubt",
};

export function StatesPanel({ overview, stateWords }: { overview: OverviewDto; stateWords: StateWords }) {
  const { states, totals, from } = overview;
  const items = (Object.keys(stateWords) as IntentState[]).map((state) => {
    const { word, icon: Glyph, tone } = stateWords[state];
    const value = states.find((row) => row.state === state)?.count ?? 0;
    return {
      key: state,
      name: (
        <>
          <Glyph aria-hidden className="size-4 shrink-0 text-ink-faint" />
          {word}
        </>
      ),
      value,
      note: shareWords(value, totals.intents),
      fill: FILL[tone],
      href: historyPath({ state, from }),
    };
  });
  return (
    <PlotPanel
      title="States"
      meaning={
        totals.intents === 0
          ? "No intent was opened in this time."
          : `The state that ${count(totals.intents, "intent")} of this time ${totals.intents === 1 ? "is" : "are"} in now.`
      }
    >
      <BarList label="Intents by state" items={items} />
    </PlotPanel>
  );
}
