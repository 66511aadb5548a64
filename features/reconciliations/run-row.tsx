import Link from "next/link";
import { memo } from "react";
import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { RunBadge, RunProgress } from "./run-state";
import { RunWindow } from "./run-window";
import { outcomeWords, SOURCE_WORDS } from "./run-words";

export const RunRow = memo(function RunRow({ run }: { run: ReconciliationDto }) {
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/findings/reconciliations/${encodeURIComponent(run.id)}`}
        prefetch={false}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 md:px-6 lg:grid-cols-[8.5rem_minmax(0,1fr)_14rem_6rem]"
      >
        <span className="flex max-lg:order-2">
          <RunBadge run={run} />
        </span>
        <span className="min-w-0 max-lg:order-1">
          <AgentLine text={run.tool} className="font-medium font-mono text-ink" />
          <AgentLine text={outcomeWords(run)} className="mt-0.5 block text-ink-soft" />
          <RunProgress run={run} className="mt-2 max-w-sm" />
        </span>
        <span className="min-w-0 text-ink-faint text-xs max-lg:order-3">
          <span className="block text-ink-soft">
            {SOURCE_WORDS[run.source]}
            {run.requestedBy === null ? ", on schedule" : <Requester name={run.requestedBy.name} />}
          </span>
          <RunWindow window={run.window} className="block" />
        </span>
        <Ago at={run.createdAt} className="text-right text-ink-faint text-xs tabular-nums max-lg:order-4" />
      </Link>
    </li>
  );
});

function Requester({ name }: { name: string }) {
  return (
    <>
      , asked by <AgentLine text={name} />
    </>
  );
}
