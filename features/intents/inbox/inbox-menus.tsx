"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { FilterButton } from "@/components/filter-button";
import { Menu, type MenuEntry } from "@/components/menu";
import { contractsQuery } from "../queries";
import { narrow } from "./inbox-filter";
import { type InboxFilter, inboxCountsQuery } from "./queries";

const ANY = "";

type InboxMenusProps = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

/** The tools and the agents of which something waits, each with how much. */
export function InboxMenus({ filter, onChange }: InboxMenusProps) {
  const counts = useQuery(inboxCountsQuery());
  const tools = counts.data?.byTool.map(({ tool, title, count }) => ({ value: tool, name: title, count }));
  const isToolKnown =
    filter.tool === undefined || tools === undefined || tools.some((one) => one.value === filter.tool);
  const contracts = useQuery({ ...contractsQuery(), enabled: !isToolKnown });
  const unknown = contracts.data?.items.filter(({ tool }) => !isToolKnown && tool === filter.tool) ?? [];
  const named = tools?.concat(unknown.map(({ tool, title }) => ({ value: tool, name: title, count: 0 })));
  const agents = counts.data?.byAgent.map(({ id, name, count }) => ({ value: id, name, count }));
  return (
    <>
      <NameMenu
        name="Tool"
        names={named}
        value={filter.tool}
        onChange={(tool) => onChange(narrow(filter, "tool", tool))}
      />
      <NameMenu
        name="Agent"
        names={agents}
        value={filter.agent}
        onChange={(agent) => onChange(narrow(filter, "agent", agent))}
      />
    </>
  );
}

/** The name of what is chosen, also when nothing of it waits any more. */
function useKnownName(names: NameMenuProps["names"], value: string | undefined): string | undefined {
  const [known, setKnown] = useState<{ value: string; name: string } | null>(null);
  const found = names?.find((one) => one.value === value);
  if (found !== undefined && (known?.value !== found.value || known.name !== found.name)) setKnown(found);
  if (value === undefined) return undefined;
  return found?.name ?? (known?.value === value ? known.name : value);
}

type NameMenuProps = {
  name: string;
  /** Undefined: nobody knows yet. */
  names: { value: string; name: string; count: number }[] | undefined;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

function NameMenu({ name, names, value, onChange }: NameMenuProps) {
  const choices = (names ?? []).map((one) => ({
    value: one.value,
    content: (
      <>
        <AgentLine text={one.name} className="min-w-0 flex-1 truncate" />
        <span className="text-ink-faint tabular-nums">{one.count.toLocaleString()}</span>
      </>
    ),
  }));
  const entries: MenuEntry[] = [
    {
      kind: "choices",
      label: name,
      value: value ?? ANY,
      onChange: (chosen) => onChange(chosen === ANY ? undefined : chosen),
      choices: [{ value: ANY, content: "Any" }, ...choices],
    },
  ];
  if (names === undefined) entries.unshift({ kind: "label", content: "These are not known yet." });
  const chosen = useKnownName(names, value);
  return (
    <Menu
      entries={entries}
      button={(props) => <FilterButton {...props} name={name} value={chosen && <AgentLine text={chosen} />} />}
    />
  );
}
