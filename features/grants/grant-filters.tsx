"use client";

import { useQuery } from "@tanstack/react-query";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { FilterBar } from "@/components/filter-bar";
import { FilterButton } from "@/components/filter-button";
import { FilterChip } from "@/components/filter-chip";
import { Menu, type MenuEntry } from "@/components/menu";
import type { GrantState } from "@/lib/wire/grant";
import { ALL, type GrantFilter, isNarrowed } from "./grant-filter";
import { STATE_WORDS } from "./grant-words";
import { agentChoicesQuery, toolChoicesQuery } from "./queries";
import { StateBadge } from "./state-badge";

const ANY = "";

type FiltersProps = { filter: GrantFilter; onChange: (filter: GrantFilter) => void };

export function GrantFilters({ filter, onChange }: FiltersProps) {
  return (
    <FilterBar label="Filter the grants">
      <StateFilter filter={filter} onChange={onChange} />
      <ToolFilter filter={filter} onChange={onChange} />
      {filter.agent !== undefined && (
        <AgentChip agent={filter.agent} onRemove={() => onChange({ ...filter, agent: undefined })} />
      )}
      {isNarrowed(filter) && (
        <Button variant="ghost" onClick={() => onChange(ALL)}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}

const STATE_CHOICES = [
  { value: "any", content: "Any state" },
  ...(Object.keys(STATE_WORDS) as GrantState[]).map((state) => ({
    value: state,
    content: <StateBadge state={state} />,
  })),
];

function StateFilter({ filter, onChange }: FiltersProps) {
  return (
    <Menu
      entries={[
        {
          kind: "choices",
          label: "State",
          value: filter.state,
          onChange: (state) => onChange({ ...filter, state: state as GrantFilter["state"] }),
          choices: STATE_CHOICES,
        },
      ]}
      button={(props) => (
        <FilterButton {...props} name="State" value={filter.state === "any" ? null : STATE_WORDS[filter.state]} />
      )}
    />
  );
}

function ToolFilter({ filter, onChange }: FiltersProps) {
  const tools = useQuery(toolChoicesQuery());
  const chosen = tools.data?.find(({ tool }) => tool === filter.tool)?.title ?? filter.tool;
  const entries: MenuEntry[] = [
    {
      kind: "choices",
      label: "Tool",
      value: filter.tool ?? ANY,
      onChange: (tool) => onChange({ ...filter, tool: tool === ANY ? undefined : tool }),
      choices: [
        { value: ANY, content: "Any tool" },
        ...(tools.data ?? []).map(({ tool, title }) => ({ value: tool, content: <AgentLine text={title} /> })),
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
      button={(props) => <FilterButton {...props} name="Tool" value={chosen && <AgentLine text={chosen} />} />}
    />
  );
}

/** By name where it is known; the id is what the address holds. */
function AgentChip({ agent, onRemove }: { agent: string; onRemove: () => void }) {
  const agents = useQuery(agentChoicesQuery());
  const name = agents.data?.find(({ id }) => id === agent)?.name ?? agent;
  return <FilterChip name="Agent" value={name} onRemove={onRemove} />;
}
