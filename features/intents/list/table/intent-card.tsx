"use client";

import Bot from "lucide-react/icons/bot";
import Link from "next/link";
import { memo } from "react";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import { Skeleton } from "@/components/skeleton";
import { StateBadge } from "../../words/state-badge";
import { Submissions } from "./columns";
import { intentHref } from "./intent-href";
import type { RowProps } from "./table-row";
import { useNear } from "./use-near";

const CARD = "absolute inset-x-0 top-0 h-26 border-b [contain:strict]";

/** What a row of the table says, for a narrow screen: always the same few things, in three lines. */
export const IntentCard = memo(function IntentCard({ row, index, top }: RowProps) {
  const { isNear, ...near } = useNear(row?.id ?? null);
  const style = { transform: `translateY(${top}px)` };
  if (row === null) {
    return (
      <li aria-busy style={style} className={CARD}>
        <span className="flex h-full flex-col justify-center gap-3 px-4">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </span>
      </li>
    );
  }
  return (
    <li aria-posinset={index + 1} aria-setsize={-1} data-row={row.id} style={style} className={CARD}>
      <Link
        href={intentHref(row.id)}
        prefetch={isNear}
        data-link={index}
        {...near}
        className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1.5 px-4 hover:bg-hover focus-visible:-outline-offset-2 md:px-6"
      >
        <span className="truncate font-medium text-base text-ink">{row.title}</span>
        <span className="text-right font-medium text-ink tabular-nums">{row.amount?.shown}</span>
        <AgentLine text={row.target} className="col-span-2 truncate text-ink-soft" />
        <span className="flex min-w-0 items-center gap-2">
          <StateBadge state={row.state} />
          {row.submissionCount > 1 && <Submissions count={row.submissionCount} />}
          <span className="flex min-w-0 items-center gap-1 text-ink-faint text-xs">
            <Bot aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">Agent</span>
            <AgentLine text={row.agent} className="truncate" />
          </span>
        </span>
        <Instant
          at={row.createdAt}
          show="short"
          className="self-center text-right text-ink-faint text-xs tabular-nums"
        />
      </Link>
    </li>
  );
});
