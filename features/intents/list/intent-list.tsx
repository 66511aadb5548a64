"use client";

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import { Freshness } from "@/components/freshness";
import { PageHeader } from "@/components/page-header";
import type { IntentListDto } from "@/lib/wire/intent";
import { intentListQuery } from "../queries";
import { IntentDays } from "./intent-days";
import { isFiltered } from "./intent-filter";
import { IntentFilters } from "./intent-filters";
import { IntentListEnd } from "./intent-list-end";
import { IntentListSkeleton } from "./intent-list-skeleton";
import { isLive } from "./is-live";
import { NoIntents, NoMatches } from "./no-intents";
import { useIntentFilter } from "./use-intent-filter";

export function IntentList() {
  const [filter, setFilter] = useIntentFilter();
  const list = useInfiniteQuery(intentListQuery(filter));
  const liveness = isLive(list.data) ? "live" : "paused";
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Intents</h1>}>
        <IntentFilters filter={filter} onChange={setFilter} />
        {list.data && (
          <Freshness
            updatedAt={list.dataUpdatedAt}
            state={list.isError ? "failing" : liveness}
            className="md:ml-auto max-md:w-full"
          />
        )}
      </PageHeader>
      <ListBody list={list} onClear={isFiltered(filter) ? () => setFilter({}) : null} />
    </>
  );
}

type ListBodyProps = { list: UseInfiniteQueryResult<InfiniteData<IntentListDto>>; onClear: (() => void) | null };

function ListBody({ list, onClear }: ListBodyProps) {
  if (list.isPending) return <IntentListSkeleton />;
  const error = list.isError && (
    <ErrorPanel
      title={list.data ? "This list is not up to date" : "The intents could not be loaded"}
      error={list.error}
      retry={list.refetch}
      retrying={list.isFetching}
      className="m-4 md:mx-6"
    />
  );
  if (list.data === undefined) return error;
  const intents = list.data.pages.flatMap((page) => page.items);
  if (intents.length === 0) {
    return (
      <>
        {error}
        {onClear ? <NoMatches onClear={onClear} /> : <NoIntents />}
      </>
    );
  }
  return (
    <>
      {error}
      <IntentDays intents={intents} now={list.dataUpdatedAt} />
      <IntentListEnd list={list} shownCount={intents.length} />
    </>
  );
}
