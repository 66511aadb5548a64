"use client";

import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { FilterBar } from "@/components/filter-bar";
import { FilterButton } from "@/components/filter-button";
import { FilterChip } from "@/components/filter-chip";
import { Menu, type MenuEntry } from "@/components/menu";
import { useDialog } from "@/components/use-dialog";
import { type EventFilter, isFiltered, isLast, LASTS } from "./event-filter";
import { EVENT_GROUPS, eventWords, isKnownType } from "./event-words";

const ANY = "";
const fetchDialog = () => import("./filter-dialog");

type FiltersProps = { filter: EventFilter; onChange: (filter: EventFilter) => void };

export function EventFilters({ filter, onChange }: FiltersProps) {
  const { dialog, opener, control } = useDialog(fetchDialog, false);
  return (
    <FilterBar label="Filter the events">
      <TypeFilter filter={filter} onChange={onChange} />
      <TimeFilter filter={filter} onChange={onChange} />
      <Button {...opener}>
        <SlidersHorizontal aria-hidden />
        More…
      </Button>
      {dialog && <dialog.FilterDialog {...control} filter={filter} onChange={onChange} />}
      {(["actor", "intent", "subject"] as const).map((name) => {
        const value = filter[name];
        return value === undefined ? null : (
          <FilterChip
            key={name}
            name={name}
            value={value}
            onRemove={() => onChange({ ...filter, [name]: undefined })}
          />
        );
      })}
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}

function TypeFilter({ filter, onChange }: FiltersProps) {
  const { type } = filter;
  const choose = (value: string) => onChange({ ...filter, type: value === ANY ? undefined : value });
  const isStrange = type !== undefined && !isKnownType(type);
  const choices = { kind: "choices", label: "Type", value: type ?? ANY, onChange: choose } as const;
  const entries: MenuEntry[] = [
    {
      ...choices,
      choices: [
        { value: ANY, content: "Any event" },
        // One that came with the address and is none of ours is still what is chosen.
        ...(isStrange ? [{ value: type, content: <AgentLine text={eventWords(type)} /> }] : []),
      ],
    },
    ...EVENT_GROUPS.flatMap(({ title, types }): MenuEntry[] => [
      { kind: "label", content: title },
      {
        ...choices,
        label: title,
        choices: Object.entries(types).map(([value, words]) => ({ value, content: words })),
      },
    ]),
  ];
  return (
    <Menu
      entries={entries}
      button={(props) => (
        <FilterButton {...props} name="Event" value={type !== undefined && <AgentLine text={eventWords(type)} />} />
      )}
    />
  );
}

function TimeFilter({ filter, onChange }: FiltersProps) {
  const { last, from, to, ...rest } = filter;
  const isFixed = from !== undefined || to !== undefined;
  return (
    <Menu
      entries={[
        {
          kind: "choices",
          label: "Time",
          value: last ?? (isFixed ? "fixed" : ANY),
          onChange: (value) => onChange(isLast(value) ? { ...rest, last: value } : rest),
          choices: [
            { value: ANY, content: "Any time" },
            ...Object.entries(LASTS).map(([value, words]) => ({ value, content: words })),
          ],
        },
      ]}
      button={(props) => (
        <FilterButton
          {...props}
          name="Time"
          value={last !== undefined ? LASTS[last] : isFixed && rangeWords(from, to)}
        />
      )}
    />
  );
}

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

function rangeWords(from: string | undefined, to: string | undefined): string {
  const [begin, end] = [from, to].map((at) => (at === undefined ? "" : LOCAL.format(new Date(at))));
  if (begin === "") return `until ${end}`;
  return end === "" ? `since ${begin}` : `${begin} to ${end}`;
}
