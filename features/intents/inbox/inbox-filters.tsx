"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { FilterBar } from "@/components/filter-bar";
import { SearchField } from "@/components/search-field";
import { isNarrowed, narrow } from "./inbox-filter";
import { InboxMenus } from "./inbox-menus";
import { type InboxFilter, inboxCountsQuery } from "./queries";
import { ReasonChips } from "./reason-chips";

type InboxFiltersProps = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

export function InboxFilters({ filter, onChange }: InboxFiltersProps) {
  const searchRef = useRef<HTMLInputElement>(null);
  const counts = useQuery(inboxCountsQuery(narrow(filter, "reason", undefined)));
  const latest = useRef({ filter, onChange });
  latest.current = { filter, onChange };
  const search = useCallback((q: string) => latest.current.onChange(narrow(latest.current.filter, "q", q)), []);
  useCommands([
    {
      id: "inbox search",
      label: "Search the inbox",
      group: "Inbox",
      keys: "/",
      run: () => {
        searchRef.current?.focus();
        searchRef.current?.select();
      },
    },
  ]);
  return (
    <FilterBar label="Narrow the inbox">
      <ReasonChips
        counts={counts.data}
        chosen={filter.reason}
        onChoose={(reason) => onChange(narrow(filter, "reason", reason))}
      />
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full xl:ml-auto">
        <InboxMenus filter={filter} onChange={onChange} />
        <SearchField
          ref={searchRef}
          label="Search by id, run or target"
          placeholder="Id, run or target"
          value={filter.q ?? ""}
          onSearch={search}
          className="max-md:w-full md:w-52"
        />
        {isNarrowed(filter) && (
          <Button variant="ghost" onClick={() => onChange({})}>
            Clear filters
          </Button>
        )}
      </div>
    </FilterBar>
  );
}
