"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import ListFilter from "lucide-react/icons/list-filter";
import ScrollText from "lucide-react/icons/scroll-text";
import { useCallback, useState } from "react";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import type { LoggedEventListDto } from "@/lib/wire/audit";
import { eventListQuery } from "../queries";
import { type EventFilter, isFiltered } from "./event-filter";
import { EventFilters } from "./event-filters";
import { EventLog } from "./event-log";
import { NewerEvents } from "./newer-events";
import { useEventFilter } from "./use-event-filter";
import { useIsAtTop } from "./use-is-at-top";

/** Where no index helps a page may be empty and have a next; after so many in a row somebody has to ask for more. */
const EMPTY_PAGES_MAX = 3;

export function EventsScreen() {
  const [filter, setFilter] = useEventFilter();
  const narrow = (next: EventFilter) => {
    window.scrollTo(0, 0);
    setFilter(next);
  };
  return (
    <>
      <EventFilters filter={filter} onChange={narrow} />
      {/* What is open, and how far somebody has read, belongs to one view of the log. */}
      <Events key={JSON.stringify(filter)} filter={filter} onFilter={narrow} />
    </>
  );
}

type EventsProps = { filter: EventFilter; onFilter: (filter: EventFilter) => void };

function Events({ filter, onFilter }: EventsProps) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const isAtTop = useIsAtTop();
  const [hasLoaded, setLoaded] = useState(false);
  // Whoever reads further down, or has something open, keeps the rows where they are.
  const isFollowing = isAtTop && openIds.size === 0;
  const list = useInfiniteQuery({ ...eventListQuery(filter), enabled: isFollowing || !hasLoaded });
  if (list.data !== undefined && !hasLoaded) setLoaded(true);

  const toggle = useCallback((id: string) => setOpenIds((before) => toggled(before, id)), []);
  const narrow = useCallback((part: EventFilter) => onFilter({ ...filter, ...part }), [filter, onFilter]);

  if (list.isPending) return <ListSkeleton what="the events" />;
  const error = list.isError && !list.isFetchNextPageError && (
    <ErrorPanel
      title={list.data ? "This list is not up to date" : "The events could not be loaded"}
      error={list.error}
      retry={list.refetch}
      retrying={list.isFetching}
      className="m-4 md:mx-6"
    />
  );
  if (list.data === undefined) return error;
  const events = list.data.pages.flatMap((page) => page.items);
  const isAsking = list.data.pages.slice(-EMPTY_PAGES_MAX).some(({ items }) => items.length > 0);
  return (
    <>
      {error}
      {!isFollowing && (
        <NewerEvents
          filter={filter}
          shownId={events[0]?.id ?? null}
          onShow={() => {
            setOpenIds(new Set());
            window.scrollTo(0, 0);
          }}
        />
      )}
      {events.length === 0 ? (
        <NoEvents filter={filter} hasMore={list.hasNextPage} onClear={() => onFilter({})} />
      ) : (
        <EventLog events={events} now={list.dataUpdatedAt} openIds={openIds} onToggle={toggle} onNarrow={narrow} />
      )}
      {(events.length > 0 || list.hasNextPage) && (
        <ListEnd more={list} shownCount={events.length} isAsking={isAsking} />
      )}
    </>
  );
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

type NoEventsProps = { filter: EventFilter; hasMore: LoggedEventListDto["nextCursor"] | boolean; onClear: () => void };

function NoEvents({ filter, hasMore, onClear }: NoEventsProps) {
  if (!isFiltered(filter)) {
    return (
      <EmptyState icon={ScrollText} title="Nothing is on record yet">
        Every submission, decision, attempt, outcome and change of rules is written here, in the transaction of the
        change itself.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ListFilter}
      title={hasMore ? "No match among the newest events" : "No event matches these filters"}
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      {hasMore
        ? "Older ones have not been looked at yet: load more to look further back."
        : "Ids must be exactly as the log has them."}
    </EmptyState>
  );
}
