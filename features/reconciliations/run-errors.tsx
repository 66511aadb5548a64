"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { rowFaultsQuery } from "./queries";

/** The API keeps so many. */
const KEPT_MAX = 1_000;

/** The first rows that could not be read come with the run; the others when somebody wants them. */
export function RunErrors({ run }: { run: ReconciliationDto }) {
  const [isWanted, setWanted] = useState(false);
  const more = useInfiniteQuery({ ...rowFaultsQuery(run.id), enabled: isWanted });
  const all = more.data?.pages.flatMap((page) => page.items) ?? run.errors;
  const bad = run.counts.bad ?? 0;
  const hasMore = more.data === undefined ? all.length < Math.min(bad, KEPT_MAX) : more.hasNextPage;
  return (
    <Panel title="Rows that could not be read" aside={<Count shown={all.length} bad={bad} />}>
      <ol className="divide-y">
        {all.map(({ line, message }) => (
          <li key={line} className="flex gap-4 px-4 py-2">
            <span className="w-24 shrink-0 text-ink-faint tabular-nums">row {line.toLocaleString()}</span>
            <AgentLine text={message} className="min-w-0 text-ink [overflow-wrap:anywhere]" />
          </li>
        ))}
      </ol>
      {more.isError && (
        <ErrorPanel
          title="The others could not be loaded"
          error={more.error}
          retry={more.refetch}
          retrying={more.isFetching}
          className="m-3"
        />
      )}
      {hasMore && (
        <div className="border-t px-4 py-2">
          <Button busy={more.isFetching} onClick={() => (isWanted ? more.fetchNextPage() : setWanted(true))}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Count({ shown, bad }: { shown: number; bad: number }) {
  return (
    <span className="pr-2 text-ink-faint text-xs tabular-nums">
      {shown.toLocaleString()} of {bad.toLocaleString()}
    </span>
  );
}
