"use client";

import { useCallback, useRef } from "react";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { FilterBar } from "@/components/filter-bar";
import { FilterChip } from "@/components/filter-chip";
import { SearchField } from "@/components/search-field";
import { AddFilter } from "./add-filter";
import { filterWords, withoutFilters } from "./filter-words";
import { isFiltered } from "./intent-filter";
import { type FiltersProps, StateFilter, ToolFilter } from "./menu-filters";
import type { People } from "./use-people";

const SEARCH_LENGTH_MAX = 200;

/** What has a control of its own, which says what is chosen. */
const WITHOUT_CHIP = new Set(["Search", "State", "Tool", "Time"]);

export function IntentFilters({ filter, onChange, people }: FiltersProps & { people: People }) {
  const searchRef = useRef<HTMLInputElement>(null);
  useCommands([
    { id: "search", label: "Search the history", group: "Screen", keys: "/", run: () => searchRef.current?.focus() },
  ]);
  const { q = "" } = filter;
  const search = useCallback(
    (text: string) => {
      const { q: before = "", ...rest } = filter;
      if (text !== before) onChange(text === "" ? rest : { ...rest, q: text.slice(0, SEARCH_LENGTH_MAX) });
    },
    [filter, onChange],
  );
  const chips = filterWords(filter, people.names).filter(({ name }) => !WITHOUT_CHIP.has(name));
  return (
    <FilterBar label="Filters">
      <SearchField
        ref={searchRef}
        label="Search"
        placeholder="An id, effect id, run or identity value"
        value={q}
        onSearch={search}
        className="w-full md:w-80"
      />
      {/* One line on a phone too: what does not fit is a swipe away. */}
      <div className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 max-md:*:shrink-0">
        <StateFilter filter={filter} onChange={onChange} />
        <ToolFilter filter={filter} onChange={onChange} />
        <AddFilter filter={filter} onChange={onChange} people={people} />
      </div>
      {chips.map(({ name, value, removes }) => (
        <FilterChip key={name} name={name} value={value} onRemove={() => onChange(withoutFilters(filter, removes))} />
      ))}
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
