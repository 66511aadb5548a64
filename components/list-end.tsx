"use client";

import { useEffect, useRef } from "react";
import { Button } from "./button";

type More = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** How far below the screen the end may be when the next page is asked for. */
const AHEAD = "600px";

/**
 * The end of a list that is longer than what is shown: asks for more when it comes near, and by hand where that failed.
 */
export function ListEnd({ more, shownCount, isAsking = true }: { more: More; shownCount: number; isAsking?: boolean }) {
  const endRef = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const mayAsk = isAsking && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const end = endRef.current;
    if (!mayAsk || end === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: `0px 0px ${AHEAD}`,
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [mayAsk, fetchNextPage]);
  return (
    <div
      ref={endRef}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t px-4 py-5 text-ink-faint text-sm"
    >
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchNextPageError ? "Try again" : "Load more"}
        </Button>
      )}
      {isFetchNextPageError && <p role="alert">The next ones could not be loaded.</p>}
      <p>
        {shownCount.toLocaleString()} shown{hasNextPage ? "" : ". There are no more."}
      </p>
    </div>
  );
}
