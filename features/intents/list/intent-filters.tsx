"use client";

import { useQuery } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Menu, type MenuEntry } from "@/components/menu";
import type { IntentState } from "@/lib/wire/intent";
import { contractsQuery } from "../queries";
import { isState, STATE_WORDS, STATES } from "../words/state-words";
import { type IntentFilter, isFiltered } from "./intent-filter";

const ANY = "";

type FiltersProps = { filter: IntentFilter; onChange: (filter: IntentFilter) => void };

export function IntentFilters({ filter, onChange }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StateFilter filter={filter} onChange={onChange} />
      <ToolFilter filter={filter} onChange={onChange} />
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

const STATE_CHOICES = [
  { value: ANY, content: "Any state" },
  ...STATES.map((state) => ({ value: state, content: <StateChoice state={state} /> })),
];

function StateFilter({ filter, onChange }: FiltersProps) {
  return (
    <Menu
      entries={[
        {
          kind: "choices",
          label: "State",
          value: filter.state ?? ANY,
          onChange: (value) => onChange({ ...filter, state: isState(value) ? value : undefined }),
          choices: STATE_CHOICES,
        },
      ]}
      button={(props) => (
        <FilterButton {...props} name="State" value={filter.state && STATE_WORDS[filter.state].word} />
      )}
    />
  );
}

function ToolFilter({ filter, onChange }: FiltersProps) {
  const contracts = useQuery(contractsQuery());
  const tools = contracts.data?.items;
  const chosen = tools?.find((contract) => contract.tool === filter.tool)?.title ?? filter.tool;
  const choices = useMemo(
    () => [
      { value: ANY, content: "Any tool" },
      ...(tools ?? []).map(({ tool, title }) => ({ value: tool, content: title })),
    ],
    [tools],
  );
  const entries: MenuEntry[] = [
    {
      kind: "choices",
      label: "Tool",
      value: filter.tool ?? ANY,
      onChange: (value) => onChange({ ...filter, tool: value === ANY ? undefined : value }),
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
      button={(props) => <FilterButton {...props} name="Tool" value={chosen && <AgentLine text={chosen} />} />}
    />
  );
}

type FilterButtonProps = Omit<ComponentProps<"button">, "value"> & { name: string; value: ReactNode };

function FilterButton({ name, value, ...props }: FilterButtonProps) {
  return (
    <Button {...props} className="max-w-64">
      <span className="text-ink-faint">{name}</span>
      <span className="min-w-0 truncate">{value || "Any"}</span>
      <ChevronDown aria-hidden className="text-ink-faint" />
    </Button>
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
