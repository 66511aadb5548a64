import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";

/** One list that belongs to an intent: the query, and what it has brought so far. */
export type Parts<T> = {
  query: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>;
  /** Undefined until the first page is here. */
  items: T[] | undefined;
};

export function toParts<T>(query: Parts<T>["query"]): Parts<T> {
  return { query, items: query.data?.pages.flatMap((page) => page.items) };
}

type PartPanelProps<T> = {
  id?: string;
  title: string;
  /** What the sentences call these things: "the attempts". */
  what: string;
  empty: string;
  parts: Parts<T>;
  aside?: ReactNode;
  children: (items: T[]) => ReactNode;
};

/** One list that belongs to an intent, in all four states. */
export function PartPanel<T>({ id, title, what, empty, parts, aside, children }: PartPanelProps<T>) {
  const { query, items } = parts;
  return (
    <div id={id} tabIndex={id === undefined ? undefined : -1} className="rounded-lg">
      <Panel title={title} aside={aside}>
        {query.isError && (
          <ErrorPanel
            title={items ? `This may not be up to date: ${what} could not be loaded again` : `Could not load ${what}`}
            error={query.error}
            retry={query.refetch}
            retrying={query.isFetching}
            className="m-3"
          />
        )}
        {query.isPending && <PartSkeleton what={what} />}
        {items?.length === 0 && <p className="px-4 py-3 text-ink-soft">{empty}</p>}
        {items !== undefined && items.length > 0 && children(items)}
        {query.hasNextPage && (
          <div className="border-t px-4 py-2">
            <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              Load more
            </Button>
          </div>
        )}
      </Panel>
    </div>
  );
}

function PartSkeleton({ what }: { what: string }) {
  return (
    <div role="status" className="space-y-2.5 px-4 py-3.5">
      <span className="sr-only">Loading {what}</span>
      <Skeleton className="h-3.5 w-2/3" />
      <Skeleton className="h-3.5 w-1/2" />
    </div>
  );
}
