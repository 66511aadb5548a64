"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";

type PartPanelProps<T> = {
  title: string;
  /** What the sentences call these things: "the attempts". */
  what: string;
  empty: string;
  parts: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>;
  children: (items: T[]) => ReactNode;
};

/** One list that belongs to an intent, in all four states. */
export function PartPanel<T>({ title, what, empty, parts, children }: PartPanelProps<T>) {
  const items = parts.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={title}>
      {parts.isError && (
        <ErrorPanel
          title={items ? `This may not be up to date: ${what} could not be loaded again` : `Could not load ${what}`}
          error={parts.error}
          retry={parts.refetch}
          retrying={parts.isFetching}
          className="m-3"
        />
      )}
      {parts.isPending && <PartSkeleton what={what} />}
      {items?.length === 0 && <p className="px-4 py-3 text-ink-soft">{empty}</p>}
      {items !== undefined && items.length > 0 && children(items)}
      {parts.hasNextPage && (
        <div className="border-t px-4 py-2">
          <Button busy={parts.isFetchingNextPage} onClick={() => parts.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Panel>
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
