"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { FilterBar } from "@/components/filter-bar";
import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import type { ContractSummaryDto } from "@/lib/wire/contract";
import { EverythingPause } from "../pause/everything-pause";
import { PauseButton } from "../pause/pause-buttons";
import { EVERYTHING } from "../pause/pause-place";
import { usePause } from "../pause/use-pause";
import { activePausesQuery, toolListQuery } from "../queries";
import { findTools } from "./find-tools";
import { NoToolFound, NoTools } from "./no-tools";
import { ToolRow, ToolRowHead } from "./tool-row";
import { useToolSearch } from "./use-tool-search";

/** Every tool that has a contract, and the switch that stops them all. */
export function ToolList({ canPause, above }: { canPause: boolean; above?: ReactNode }) {
  const list = useQuery(toolListQuery());
  const pauses = useQuery(activePausesQuery());
  const change = usePause(EVERYTHING);
  // Where nobody can say what is paused, the switch must still be at hand; pressing it twice does no harm.
  const canStop = pauses.data ? !pauses.data.some(({ covers }) => covers === "everything") : pauses.isError;
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Tools</h1>}>
        {canPause && canStop && <PauseButton place={EVERYTHING} change={change} className="ml-auto" />}
      </PageHeader>
      <EverythingPause change={change} canPause={canPause} />
      {above}
      {list.isPending && <ListSkeleton what="the tools" />}
      {list.isError && (
        <ErrorPanel
          title={list.data ? "This list is not up to date" : "The tools could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {pauses.isError && list.data && (
        <ErrorPanel
          title="Which tools are paused could not be loaded"
          error={pauses.error}
          retry={pauses.refetch}
          retrying={pauses.isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {list.data && <Tools tools={list.data} paused={pausedTools(pauses.data ?? [])} />}
    </>
  );
}

function pausedTools(pauses: readonly { covers: string; target: string | null }[]): Set<string> {
  return new Set(pauses.flatMap(({ covers, target }) => (covers === "tool" && target !== null ? target : [])));
}

function Tools({ tools, paused }: { tools: ContractSummaryDto[]; paused: Set<string> }) {
  const [search, setSearch] = useToolSearch();
  if (tools.length === 0) return <NoTools />;
  const found = findTools(tools, search);
  return (
    <>
      <FilterBar label="Search the tools">
        <SearchField search={search} onChange={setSearch} />
        <p role="status" className="text-ink-faint text-sm tabular-nums">
          {found.length === tools.length ? countWords(tools.length) : `${found.length} of ${countWords(tools.length)}`}
        </p>
      </FilterBar>
      {found.length === 0 ? (
        <NoToolFound onClear={() => setSearch("")} />
      ) : (
        <>
          <ToolRowHead />
          <ul aria-label="Tools">
            {found.map((contract) => (
              <ToolRow key={contract.tool} contract={contract} isPaused={paused.has(contract.tool)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function countWords(count: number): string {
  return count === 1 ? "1 tool" : `${count.toLocaleString()} tools`;
}

function SearchField({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  return (
    <input
      type="search"
      aria-label="Search by title or name"
      placeholder="Search by title or name"
      value={search}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 w-full rounded-md border border-line-field bg-surface px-3 text-ink text-lg placeholder:text-ink-faint md:h-8 md:w-72 md:text-sm"
    />
  );
}
