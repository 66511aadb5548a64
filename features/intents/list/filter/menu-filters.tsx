"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { AgentLine } from "@/components/agent-text";
import { FilterButton } from "@/components/filter-button";
import { Menu, type MenuEntry } from "@/components/menu";
import type { IntentState } from "@/lib/wire/intent";
import { contractsQuery } from "../../queries";
import { isState, STATE_WORDS, STATES } from "../../words/state-words";
import { timeWords } from "./filter-words";
import type { IntentFilter } from "./intent-filter";
import { isPeriod, PERIOD_NAMES, PERIODS } from "./period";

const ANY = "";

export type FiltersProps = { filter: IntentFilter; onChange: (filter: IntentFilter) => void };

const STATE_CHOICES = [
  { value: ANY, content: "Any state" },
  ...STATES.map((state) => ({ value: state, content: <StateChoice state={state} /> })),
];

export function StateFilter({ filter, onChange }: FiltersProps) {
  const { state, ...rest } = filter;
  return (
    <Menu
      entries={[
        {
          kind: "choices",
          label: "State",
          value: state ?? ANY,
          onChange: (value) => onChange(isState(value) ? { ...rest, state: value } : rest),
          choices: STATE_CHOICES,
        },
      ]}
      button={(props) => <FilterButton {...props} name="State" value={state && STATE_WORDS[state].word} />}
    />
  );
}

function StateChoice({ state }: { state: IntentState }) {
  const { icon: Glyph, word } = STATE_WORDS[state];
  return (
    <>
      <Glyph aria-hidden className="text-ink-faint" />
      {word}
    </>
  );
}

export function ToolFilter({ filter, onChange }: FiltersProps) {
  const contracts = useQuery(contractsQuery());
  const { tool: chosen, ...rest } = filter;
  const tools = contracts.data?.items;
  const title = tools?.find(({ tool }) => tool === chosen)?.title ?? chosen;
  const choices = useMemo(
    () => [
      { value: ANY, content: "Any tool" },
      ...(tools ?? []).map((contract) => ({ value: contract.tool, content: contract.title })),
    ],
    [tools],
  );
  const entries: MenuEntry[] = [
    {
      kind: "choices",
      label: "Tool",
      value: chosen ?? ANY,
      onChange: (value) => onChange(value === ANY ? rest : { ...rest, tool: value }),
      choices,
    },
  ];
  if (contracts.isPending) entries.unshift({ kind: "label", content: "Loading the tools…" });
  if (contracts.isError) {
    entries.unshift(
      { kind: "label", content: "The tools could not be loaded." },
      { kind: "action", content: "Try again", onSelect: () => contracts.refetch() },
    );
  }
  return (
    <Menu
      entries={entries}
      button={(props) => <FilterButton {...props} name="Tool" value={title && <AgentLine text={title} />} />}
    />
  );
}

const PERIOD_CHOICES = [
  { value: ANY, content: "Any time" },
  ...PERIOD_NAMES.map((name) => ({ value: name, content: PERIODS[name].word })),
];

type TimeFilterProps = FiltersProps & {
  /** To choose from when to when by hand. */
  onPick: () => void;
};

export function TimeFilter({ filter, onChange, onPick }: TimeFilterProps) {
  const { period, from, to, ...rest } = filter;
  const isOwn = from !== undefined || to !== undefined;
  return (
    <Menu
      entries={[
        {
          kind: "choices",
          label: "Time",
          value: period ?? (isOwn ? "own" : ANY),
          onChange: (value) => onChange(isPeriod(value) ? { ...rest, period: value } : rest),
          choices: PERIOD_CHOICES,
        },
        { kind: "separator" },
        { kind: "action", content: "From when to when…", onSelect: onPick },
      ]}
      button={(props) => <FilterButton {...props} name="Time" value={timeWords(filter)} />}
    />
  );
}
