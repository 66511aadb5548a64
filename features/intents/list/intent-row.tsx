"use client";

import Bot from "lucide-react/icons/bot";
import Workflow from "lucide-react/icons/workflow";
import Link from "next/link";
import { memo, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Instant } from "@/components/instant";
import type { IntentDto } from "@/lib/wire/intent";
import { argsSentence } from "../words/args-sentence";
import { StateBadge } from "../words/state-badge";

/** One line on a desktop, a small card on a phone. Prefetched when pointed at: fifty rows at once would be a flood. */
export const IntentRow = memo(function IntentRow({ intent }: { intent: IntentDto }) {
  const [isNear, setNear] = useState(false);
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/intents/${encodeURIComponent(intent.id)}`}
        prefetch={isNear}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 lg:grid-cols-[6.75rem_minmax(0,1fr)_auto_9rem_4.5rem] xl:grid-cols-[6.75rem_minmax(0,1fr)_auto_9rem_9rem_4.5rem] md:px-6 lg:py-2"
      >
        <span className="flex max-lg:order-3">
          <StateBadge state={intent.state} />
        </span>
        <span className="flex min-w-0 flex-col max-lg:order-1 max-lg:col-span-2 lg:flex-row lg:items-baseline lg:gap-3">
          <span className="shrink-0 truncate font-medium text-base text-ink lg:text-sm lg:w-40">{intent.title}</span>
          <AgentLine text={argsSentence(intent.args)} className="min-w-0 truncate text-ink-soft" />
        </span>
        <span className="flex justify-end max-lg:order-5">
          {intent.submissionCount > 1 && (
            <Badge>
              <span aria-hidden>×{intent.submissionCount}</span>
              <span className="sr-only">{intent.submissionCount} submissions</span>
            </Badge>
          )}
        </span>
        <RowFact icon={Bot} name="Agent" text={intent.agent.name} className="max-lg:order-4" />
        <RowFact icon={Workflow} name="Run" text={intent.run} className="max-xl:hidden" />
        <Instant
          at={intent.createdAt}
          show="time"
          className="text-right text-ink-faint text-xs tabular-nums max-lg:order-2 max-lg:self-start max-lg:pt-0.5"
        />
      </Link>
    </li>
  );
});

type RowFactProps = { icon: typeof Bot; name: string; text: string | null; className: string };

function RowFact({ icon: Glyph, name, text, className }: RowFactProps) {
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-ink-faint text-xs ${className}`} title={name}>
      {text !== null && (
        <>
          <Glyph aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">{name}</span>
          <AgentLine text={text} className="min-w-0 truncate" />
        </>
      )}
    </span>
  );
}
