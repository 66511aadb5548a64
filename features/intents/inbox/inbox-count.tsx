"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { inboxCountsQuery } from "./queries";

/** How many intents wait for a person: beside the place, and in the title of the tab. */
export function InboxCount() {
  const total = useQuery(inboxCountsQuery()).data?.total ?? 0;
  useTitleBadge(total);
  if (total === 0) return null;
  return (
    <span className="rounded-full bg-warn-soft px-1.5 font-medium text-warn text-xs tabular-nums max-md:absolute max-md:top-0.5 max-md:left-1/2 max-md:ml-2 md:ml-auto">
      <span aria-hidden>{total > 999 ? "999+" : total}</span>
      <span className="sr-only">, {total.toLocaleString()} waiting</span>
    </span>
  );
}

const BADGE = /^\(\d+\+?\) /;

/** The title belongs to the page, which may set it anew at any time: the badge is put in front of whatever it is. */
function useTitleBadge(count: number): void {
  useEffect(() => {
    const badge = count === 0 ? "" : `(${count > 999 ? "999+" : count}) `;
    const mark = () => {
      const title = badge + document.title.replace(BADGE, "");
      if (document.title !== title) document.title = title;
    };
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => watch.disconnect();
  }, [count]);
}
