"use client";

import { clsx } from "clsx";
import Bot from "lucide-react/icons/bot";
import Workflow from "lucide-react/icons/workflow";
import Link from "next/link";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { OtherAsks } from "../decide/other-asks";
import { EffectLine } from "../words/effect-line";
import { Consequences, hasConsequences } from "./consequences";
import { Deadline } from "./deadline";
import { WAIT_WORDS } from "./wait-words";
import { WaitsBecause } from "./waits-because";

type RowBodyProps = {
  item: InboxItemDto;
  titleId: string;
  isDim: boolean;
  /** Nothing can be done about it any more, and no time is left to tell. */
  isOver: boolean;
};

/** What will happen to what, why it was stopped, and who asks with which words. */
export function RowBody({ item, titleId, isDim, isOver }: RowBodyProps) {
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", isDim && "opacity-70")}>
      <Title item={item} titleId={titleId} isOver={isOver} />
      <Reasons item={item} />
      <OtherAsks item={item} className="text-sm" />
      <WaitsBecause item={item} />
      <Asker item={item} />
      {!isOver && hasConsequences(item) && <Consequences item={item} className="xl:hidden" />}
    </div>
  );
}

function Title({ item, titleId, isOver }: Omit<RowBodyProps, "isDim">) {
  const [isNear, setNear] = useState(false);
  return (
    <div className="flex items-baseline gap-3">
      <h2 id={titleId} className="min-w-0 flex-1 text-base text-ink-soft">
        <Link
          href={`/intents/${encodeURIComponent(item.id)}`}
          prefetch={isNear}
          onPointerEnter={() => setNear(true)}
          className="mr-1 font-medium text-ink underline-offset-2 hover:underline"
        >
          <AgentLine text={item.title} />
        </Link>{" "}
        <EffectLine intent={item} className="max-md:mt-0.5 max-md:block" />
      </h2>
      <span className="shrink-0 md:hidden">
        {!isOver && <Deadline until={item.waiting.until} stoppedMs={item.hold?.leftMs} />}
      </span>
    </div>
  );
}

function Reasons({ item }: { item: InboxItemDto }) {
  const { submissionCount, hold, waiting } = item;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <ul aria-label="Why it waits" className="contents">
        {waiting.reasons.map((reason) => (
          <li key={reason} className="flex" title={WAIT_WORDS[reason].meaning}>
            <Badge tone={WAIT_WORDS[reason].tone}>{WAIT_WORDS[reason].word}</Badge>
          </li>
        ))}
      </ul>
      {submissionCount > 1 && (
        <Badge>
          <span aria-hidden>×{submissionCount.toLocaleString()}</span>
          <span className="sr-only">{submissionCount.toLocaleString()} submissions, one intent</span>
        </Badge>
      )}
      {hold && hold.approvalsNeeded > 1 && (
        <span className="text-ink-soft text-xs">
          {hold.approvalsGiven} of {hold.approvalsNeeded} approvals
        </span>
      )}
      {hold?.rule && (
        <span className="min-w-0 truncate text-ink-faint text-xs" title={hold.rule}>
          <AgentLine text={hold.rule} className="font-mono" />
        </span>
      )}
    </div>
  );
}

function Asker({ item: { agent, run, reason } }: { item: InboxItemDto }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-xs">
      <span className="flex min-w-0 items-center gap-1">
        <Bot aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">Asked by</span>
        <AgentLine text={agent.name} className="truncate" />
      </span>
      {run !== null && (
        <span className="flex min-w-0 items-center gap-1">
          <Workflow aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">Run</span>
          <AgentLine text={run} className="truncate" />
        </span>
      )}
      {reason !== null && reason !== "" && (
        <span className="line-clamp-3 min-w-0 flex-1 md:line-clamp-1 basis-64 [overflow-wrap:anywhere] max-md:basis-full">
          In the agent’s words:{" "}
          <q className="text-ink-soft italic">
            <AgentLine text={reason} />
          </q>
        </span>
      )}
    </div>
  );
}
