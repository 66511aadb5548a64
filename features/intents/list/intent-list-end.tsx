import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/button";
import type { IntentListDto } from "@/lib/wire/intent";
import { isLive } from "./is-live";

type IntentListEndProps = { list: UseInfiniteQueryResult<InfiniteData<IntentListDto>>; shownCount: number };

export function IntentListEnd({ list, shownCount }: IntentListEndProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t px-4 py-5 text-ink-faint text-sm">
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Load more
        </Button>
      )}
      <p>{list.hasNextPage ? `${shownCount} shown` : `${shownCount} shown. There are no more.`}</p>
      {!isLive(list.data) && (
        <p className="flex items-center gap-2">
          So long a list does not refresh by itself.
          <Button variant="link" size="inline" busy={list.isRefetching} onClick={() => list.refetch()}>
            Refresh now
          </Button>
        </p>
      )}
    </div>
  );
}
