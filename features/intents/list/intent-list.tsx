"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { Freshness } from "@/components/freshness";
import { later } from "@/components/later";
import { PageHeader } from "@/components/page-header";
import { UpdateControl } from "@/components/update-control";
import type { OperatorDto } from "@/lib/wire/session";
import { AddressProblems } from "./filter/address-problems";
import { filterPath, filterSearch, isByAmount, isFiltered } from "./filter/intent-filter";
import { IntentFilters } from "./filter/intent-filters";
import { SearchMeaning } from "./filter/search-meaning";
import { type Narrowed, useIntentFilter } from "./filter/use-intent-filter";
import { usePeople } from "./filter/use-people";
import { HistoryBehind } from "./history-behind";
import { IntentListSkeleton } from "./intent-list-skeleton";
import { NoIntents, NoMatches } from "./no-intents";
import { topQuery } from "./queries";
import { useListPages } from "./rows/use-list-pages";
import { strangeColumns } from "./table/chosen-columns";
import type { ColumnName } from "./table/columns";
import { ColumnsMenu } from "./table/columns-menu";
import { useColumns } from "./table/use-columns";
import { ExportButton } from "./totals/export-button";
import { TotalsStrip } from "./totals/totals-strip";
import { useTotals } from "./totals/use-totals";
import { ViewsMenu } from "./views/views-menu";

/** Fetched beside the first answer, not before the page. */
const IntentRows = later(async () => (await import("./table/intent-rows")).IntentRows);

type IntentListProps = {
  /** Null until it is known who looks. */
  operator: OperatorDto | null;
};

export function IntentList({ operator }: IntentListProps) {
  const narrowed = useIntentFilter();
  const { filter, change } = narrowed;
  const top = useQuery(topQuery(filter));
  const rows = top.data?.rows;
  const people = usePeople(operator, rows ?? NO_ROWS);
  const totals = useTotals(filter, top.dataUpdatedAt);
  const { columns, choose } = useColumns(narrowed);
  const problems = useProblems(narrowed);
  useEffect(() => IntentRows.fetchAhead(), []);
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">History</h1>}>
        <ViewsMenu
          filter={filter}
          columns={columns}
          onChoose={(view) => window.history.pushState(null, "", filterPath(view.filter, view.columns))}
        />
        <div className="ml-auto flex items-center gap-1">
          <ColumnsMenu columns={columns} onChange={choose} />
          <UpdateControl />
        </div>
      </PageHeader>
      <IntentFilters filter={filter} onChange={change} people={people} />
      <AddressProblems problems={problems} onRemove={() => window.history.replaceState(null, "", filterPath(filter))} />
      <HistoryBehind behindMs={top.data?.behindMs ?? null} />
      {filter.q !== undefined && rows && <SearchMeaning q={filter.q} rows={rows} />}
      <TotalsStrip
        totals={totals}
        isByAmount={isByAmount(filter)}
        onState={filter.state === undefined ? (state) => change({ ...filter, state }) : null}
      >
        <ExportButton filter={filter} names={people.names} totals={totals.data} operator={operator} />
      </TotalsStrip>
      {/* Another filter is another list: nothing of the one before is left in it. */}
      <ListBody key={String(filterSearch(filter))} narrowed={narrowed} columns={columns} />
    </>
  );
}

const NO_ROWS: never[] = [];

function useProblems({ problems, columnsText }: Narrowed) {
  return useMemo(() => {
    const strange = strangeColumns(columnsText);
    if (strange.length === 0) return problems;
    return [...problems, { name: "columns", value: strange.join(","), why: "is not the name of a column." }];
  }, [problems, columnsText]);
}

type ListBodyProps = { narrowed: Narrowed; columns: readonly ColumnName[] };

function ListBody({ narrowed: { filter, change }, columns }: ListBodyProps) {
  const list = useListPages(filter);
  const { top, isHeld, pages } = list;
  if (top.isPending && !isHeld) return <IntentListSkeleton />;
  const error = top.isError && (
    <ErrorPanel
      title={top.data ? "This list is not up to date" : "The intents could not be loaded"}
      error={top.error}
      retry={top.refetch}
      retrying={top.isFetching}
      className="m-4 md:mx-6"
    />
  );
  if (top.data === undefined && !isHeld) return error;
  const isEmpty = pages.length === 0;
  return (
    <>
      {error && (
        <>
          {error}
          {top.data && <Freshness updatedAt={top.dataUpdatedAt} state="failing" className="mx-4 mb-3 md:mx-6" />}
        </>
      )}
      {/* Behind an error nobody knows whether there is something. */}
      {isEmpty &&
        !error &&
        (isFiltered(filter) ? <NoMatches filter={filter} onClear={() => change({})} /> : <NoIntents />)}
      {!isEmpty && <IntentRows meanwhile={<IntentListSkeleton />} filter={filter} list={list} columns={columns} />}
    </>
  );
}
