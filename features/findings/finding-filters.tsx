"use client";

import { useQuery } from "@tanstack/react-query";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { FilterBar } from "@/components/filter-bar";
import { FilterButton } from "@/components/filter-button";
import { FilterChip } from "@/components/filter-chip";
import { Menu, type MenuEntry } from "@/components/menu";
import { type FindingFilter, isNarrowed } from "./finding-filter";
import { FINDING_KINDS, kindName } from "./finding-words";
import { toolsQuery } from "./queries";
import { STATE_WORDS } from "./state-words";

const ANY = "";

type FiltersProps = { filter: FindingFilter; onChange: (filter: FindingFilter) => void };

export function FindingFilters({ filter, onChange }: FiltersProps) {
  const { intent, reconciliation } = filter;
  return (
    <FilterBar label="Filter the findings">
      <StateFilter filter={filter} onChange={onChange} />
      <KindFilter filter={filter} onChange={onChange} />
      <ToolFilter filter={filter} onChange={onChange} />
      {intent !== undefined && (
        <FilterChip name="Intent" value={intent} onRemove={() => onChange({ ...filter, intent: undefined })} />
      )}
      {reconciliation !== undefined && (
        <FilterChip
          name="Seen by"
          value={reconciliation}
          onRemove={() => onChange({ ...filter, reconciliation: undefined })}
        />
      )}
      {isNarrowed(filter) && (
        <Button variant="ghost" onClick={() => onChange({ state: filter.state })}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}

const STATE_CHOICES = [
  ...Object.entries(STATE_WORDS).map(([value, { word, icon: Glyph }]) => ({
    value,
    content: (
      <>
        <Glyph aria-hidden className="text-ink-faint" />
        {word}
      </>
    ),
  })),
  { value: "any", content: "Any state" },
];

function StateFilter({ filter, onChange }: FiltersProps) {
  const choose = (state: string) => onChange({ ...filter, state: state as FindingFilter["state"] });
  return (
    <Menu
      entries={[{ kind: "choices", label: "State", value: filter.state, onChange: choose, choices: STATE_CHOICES }]}
      button={(props) => (
        <FilterButton {...props} name="State" value={filter.state !== "any" && STATE_WORDS[filter.state].word} />
      )}
    />
  );
}

function KindFilter({ filter, onChange }: FiltersProps) {
  const { kind } = filter;
  // One that came with the address and is none of ours is still what is chosen.
  const kinds = kind === undefined || FINDING_KINDS.includes(kind) ? FINDING_KINDS : [...FINDING_KINDS, kind];
  return (
    <Menu
      entries={[
        {
          kind: "choices",
          label: "Kind",
          value: kind ?? ANY,
          onChange: (value) => onChange({ ...filter, kind: value === ANY ? undefined : value }),
          choices: [
            { value: ANY, content: "Any kind" },
            ...kinds.map((value) => ({ value, content: <AgentLine text={kindName(value)} /> })),
          ],
        },
      ]}
      button={(props) => (
        <FilterButton {...props} name="Kind" value={kind !== undefined && <AgentLine text={kindName(kind)} />} />
      )}
    />
  );
}

function ToolFilter({ filter, onChange }: FiltersProps) {
  const tools = useQuery(toolsQuery());
  const known = tools.data?.items ?? [];
  const chosen = known.find(({ tool }) => tool === filter.tool)?.title ?? filter.tool;
  const entries: MenuEntry[] = [
    {
      kind: "choices",
      label: "Tool",
      value: filter.tool ?? ANY,
      onChange: (value) => onChange({ ...filter, tool: value === ANY ? undefined : value }),
      choices: [
        { value: ANY, content: "Any tool" },
        ...known.map(({ tool, title }) => ({ value: tool, content: <AgentLine text={title} /> })),
      ],
    },
  ];
  if (tools.isPending) entries.unshift({ kind: "label", content: "Loading the tools…" });
  if (tools.isError) {
    entries.unshift(
      { kind: "label", content: "The tools could not be loaded." },
      { kind: "action", content: "Try again", onSelect: () => tools.refetch() },
    );
  }
  return (
    <Menu
      entries={entries}
      button={(props) => (
        <FilterButton {...props} name="Tool" value={chosen !== undefined && <AgentLine text={chosen} />} />
      )}
    />
  );
}
