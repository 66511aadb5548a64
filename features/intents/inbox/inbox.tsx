"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { AwaitedPart } from "@/components/awaited-part";
import { ErrorPanel } from "@/components/error-panel";
import { later } from "@/components/later";
import { isLong } from "@/components/live-updates";
import { useLoaded } from "@/components/use-loaded";
import { useWhenIdle } from "@/components/use-when-idle";
import type { OperatorDto } from "@/lib/wire/session";
import { LOOK_ONLY } from "../decide/may-decide";
import { useAnnouncer } from "./announcer";
import type { BatchQuestion } from "./batch/batch-dialogs";
import { useBatch } from "./batch/use-batch";
import { useSelection } from "./batch/use-selection";
import { isNarrowed, narrow } from "./inbox-filter";
import { InboxHeader } from "./inbox-header";
import { InboxSearch } from "./inbox-search";
import { InboxSkeleton } from "./inbox-skeleton";
import { inboxCountsQuery, inboxQuery } from "./queries";
import { ReasonChips } from "./reason-chips";
import { useInboxFilter } from "./use-inbox-filter";

const fetchBatchBar = () => import("./batch/batch-bar");
/** Fetched beside the first answer, not before the page. */
const InboxBoard = later(async () => (await import("./inbox-board")).InboxBoard);

/** Else the question would be about a selection that changes behind it. */
const BATCH_RUNS = "What is selected is still being collected or sent. Wait for it, or stop it.";

/** Everything that waits for a person. */
export function Inbox({ operator }: { operator: OperatorDto | null }) {
  const [filter, setFilter] = useInboxFilter();
  const list = useInfiniteQuery(inboxQuery(filter));
  const counts = useQuery(inboxCountsQuery(narrow(filter, "reason", undefined)));
  const total =
    counts.data && (filter.reason === undefined ? counts.data.total : (counts.data.byReason[filter.reason] ?? 0));
  const { announce, tell, region } = useAnnouncer();
  const selection = useSelection(announce);
  const batch = useBatch({ filter, selection });
  const [question, setQuestion] = useState<BatchQuestion | null>(null);
  const [bar, wantBar, barLoads] = useLoaded(fetchBatchBar);
  const isBarWanted = selection.picked.size > 0 || batch.state.kind !== "choosing";
  const filterKey = JSON.stringify(filter);
  const { clear } = selection;
  const { forgetCollection } = batch;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected is selected under one filter
  useEffect(() => {
    clear();
    forgetCollection();
  }, [filterKey]);
  useEffect(() => InboxBoard.fetchAhead(), []);
  useWhenIdle(wantBar);
  useEffect(() => {
    if (isBarWanted) wantBar();
  }, [isBarWanted, wantBar]);

  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // A list that is being read again is not cut short for its next page.
  const mayAsk = hasNextPage && !list.isFetching && !isFetchNextPageError;
  const askForMore = useCallback(() => {
    if (mayAsk) void fetchNextPage();
  }, [mayAsk, fetchNextPage]);

  return (
    <div className="flex min-h-[calc(100dvh-var(--bar-bottom)-env(safe-area-inset-bottom))] flex-col md:min-h-dvh">
      <InboxHeader
        waitingCount={total ?? null}
        isFailing={list.isError}
        standsStill={
          isLong(list.data)
            ? { since: list.dataUpdatedAt, isReading: list.isRefetching, onRead: () => void list.refetch() }
            : null
        }
      >
        <InboxSearch filter={filter} onChange={setFilter} />
      </InboxHeader>
      <ReasonChips
        counts={counts.data}
        chosen={filter.reason}
        onChoose={(reason) => setFilter(narrow(filter, "reason", reason))}
      />
      {region}
      {operator?.role === "viewer" && <p className="border-b px-4 py-2 text-ink-soft text-sm md:px-6">{LOOK_ONLY}</p>}
      {list.isError && (
        <ErrorPanel
          title={list.data ? "This list is not up to date" : "The inbox could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {list.isPending && <InboxSkeleton />}
      {list.data && (
        <InboxBoard
          meanwhile={<InboxSkeleton />}
          key={filterKey}
          place={filterKey}
          items={items}
          totalCount={total ?? null}
          operator={operator}
          selection={selection}
          inBatch={batch.unansweredIds}
          isBusy={isFetchingNextPage}
          announce={announce}
          tell={tell}
          onNearEnd={askForMore}
          hasMore={hasNextPage}
          isUpToDate={!list.isError}
          onBatchQuestion={(asked) => (batch.isRunning ? tell(BATCH_RUNS) : setQuestion(asked))}
          onClearFilter={isNarrowed(filter) ? () => setFilter({}) : null}
        />
      )}
      {question !== null && <AwaitedPart loading={barLoads} />}
      {isBarWanted && bar && operator !== null && (
        <bar.BatchBar
          selection={selection}
          batch={batch}
          operator={operator}
          matchingCount={total ?? null}
          question={question}
          onQuestion={setQuestion}
        />
      )}
    </div>
  );
}
