"use client";

import { useCallback, useRef } from "react";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { SearchField } from "@/components/search-field";
import { isNarrowed, narrow } from "./inbox-filter";
import { InboxMenus } from "./inbox-menus";
import type { InboxFilter } from "./queries";

type InboxSearchProps = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

/** What narrows the inbox beside its reasons: the tool, the agent, a search. */
export function InboxSearch({ filter, onChange }: InboxSearchProps) {
  const searchRef = useRef<HTMLInputElement>(null);
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
    <search aria-label="Narrow the inbox" className="contents">
      {isNarrowed(filter) && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
      <InboxMenus filter={filter} onChange={onChange} />
      <SearchField
        ref={searchRef}
        label="Search by id, run or target"
        placeholder="Exact id, run or target"
        value={filter.q ?? ""}
        onSearch={search}
        className="max-md:w-full md:w-52"
      />
    </search>
  );
}
