"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import type { GrantUseDto } from "@/lib/wire/grant";
import { amountWords } from "./grant-words";
import { grantUsesQuery } from "./queries";

/** Every intent that it cleared, newest first. */
export function GrantUses({ id }: { id: string }) {
  const list = useInfiniteQuery(grantUsesQuery(id));
  const uses = list.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title="What it was used for">
      {list.isPending && (
        <div role="status" className="space-y-2.5 px-4 py-3.5">
          <span className="sr-only">Loading the uses</span>
          <Skeleton className="h-3.5 w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
        </div>
      )}
      {list.isError && (
        <ErrorPanel
          title={uses ? "This may not be up to date: the uses could not be loaded again" : "Could not load the uses"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-3"
        />
      )}
      {uses?.length === 0 && (
        <p className="px-4 py-3 text-ink-soft">Not used yet. Each intent that it clears appears here.</p>
      )}
      {uses && uses.length > 0 && (
        <ul aria-label="Uses" className="divide-y">
          {uses.map((use) => (
            <Use key={use.id} use={use} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="border-t px-4 py-2">
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Use({ use: { intentId, amount, currency, at } }: { use: GrantUseDto }) {
  return (
    <li>
      <Link
        href={`/intents/${encodeURIComponent(intentId)}`}
        prefetch={false}
        className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2 md:min-h-9"
      >
        <span className="min-w-0 flex-1 font-mono text-link text-xs [overflow-wrap:anywhere]">{intentId}</span>
        {amount !== "0" && <span className="text-ink tabular-nums">{amountWords(amount, currency)}</span>}
        <Instant at={at} className="text-ink-faint text-xs tabular-nums" />
      </Link>
    </li>
  );
}
