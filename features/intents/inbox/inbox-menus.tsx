"use client";

import { useQuery } from "@tanstack/react-query";
import { AgentLine } from "@/components/agent-text";
import { FilterButton } from "@/components/filter-button";
import { Menu, type MenuEntry } from "@/components/menu";
import { narrow } from "./inbox-filter";
import { type InboxFilter, inboxCountsQuery } from "./queries";

const ANY = "";

type InboxMenusProps = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

/** The tools and the agents of which something waits, each with how much. */
export function InboxMenus({ filter, onChange }: InboxMenusProps) {
  const counts = useQuery(inboxCountsQuery());
  const tools = counts.data?.byTool.map(({ tool, title, count }) => ({ value: tool, name: title, count }));
  const agents = counts.data?.byAgent.map(({ id, name, count }) => ({ value: id, name, count }));
  return (
    <>
      <NameMenu
        name="Tool"
        names={tools}
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
  const chosen = names?.find((one) => one.value === value)?.name ?? value;
  return (
    <Menu
      entries={entries}
      button={(props) => <FilterButton {...props} name={name} value={chosen && <AgentLine text={chosen} />} />}
    />
  );
}
