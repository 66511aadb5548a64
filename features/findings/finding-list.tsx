"use client";

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import ListFilter from "lucide-react/icons/list-filter";
import Link from "next/link";
import { Button, buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { useListKeys } from "@/components/use-list-keys";
import type { FindingDto } from "@/lib/wire/finding";
import { type FindingFilter, isNarrowed } from "./finding-filter";
import { FindingFilters } from "./finding-filters";
import { FindingRow } from "./finding-row";
import { findingListQuery } from "./queries";
import { useFindingFilter } from "./use-finding-filter";

export function FindingList() {
  const [filter, setFilter] = useFindingFilter();
  const list = useInfiniteQuery(findingListQuery(filter));
  return (
    <>
      <FindingFilters filter={filter} onChange={setFilter} />
      <ListBody list={list} filter={filter} onFilter={setFilter} />
    </>
  );
}

type ListBodyProps = {
  list: UseInfiniteQueryResult<InfiniteData<{ items: FindingDto[] }>>;
  filter: FindingFilter;
  onFilter: (filter: FindingFilter) => void;
};

function ListBody({ list, filter, onFilter }: ListBodyProps) {
  const listRef = useListKeys("Findings");
  if (list.isPending) return <ListSkeleton what="the findings" />;
  const error = list.isError && !list.isFetchNextPageError && (
    <ErrorPanel
      title={list.data ? "This list is not up to date" : "The findings could not be loaded"}
      error={list.error}
      retry={list.refetch}
      retrying={list.isFetching}
      className="m-4 md:mx-6"
    />
  );
  if (list.data === undefined) return error;
  const findings = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      {error}
      {findings.length === 0 ? (
        <NoFindings filter={filter} onFilter={onFilter} />
      ) : (
        <>
          <ul ref={listRef} aria-label="Findings">
            {findings.map((finding) => (
              <FindingRow key={finding.id} finding={finding} />
            ))}
          </ul>
          <ListEnd more={list} shownCount={findings.length} />
        </>
      )}
    </>
  );
}

function NoFindings({ filter, onFilter }: Pick<ListBodyProps, "filter" | "onFilter">) {
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        icon={ListFilter}
        title="No finding matches these filters"
        actions={<Button onClick={() => onFilter({ state: "any" })}>Show all findings</Button>}
      >
        There may be others: the list is narrowed by state, kind, tool, intent or reconciliation.
      </EmptyState>
    );
  }
  const isAll = filter.state === "any";
  return (
    <EmptyState
      icon={CircleCheck}
      title={isAll ? "Nothing has diverged" : `No finding is ${filter.state}`}
      actions={
        <>
          {!isAll && <Button onClick={() => onFilter({ state: "any" })}>Show all findings</Button>}
          <Link href="/findings/reconciliations" className={buttonStyle()}>
            Compare with a downstream
          </Link>
        </>
      }
    >
      What a reconciliation or a key audit finds appears here: effects that are missing, doubled, unknown or other than
      what was asked for. So does what came too late to count, and values that drifted after the effect was started.
    </EmptyState>
  );
}
