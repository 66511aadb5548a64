"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { AgentText } from "@/components/agent-text";
import { Badge, type Tone } from "@/components/badge";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { formatDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import type { AttemptDto } from "@/lib/wire/intent";
import { attemptsQuery } from "../queries";
import { PartPanel } from "./part-panel";

type OutcomeClass = NonNullable<AttemptDto["outcome"]>;

const OUTCOME_WORDS: Record<OutcomeClass, { word: string; tone: Tone }> = {
  success: { word: "Success", tone: "good" },
  partial: { word: "Partial", tone: "warn" },
  definitive: { word: "Definitive failure", tone: "bad" },
  not_sent: { word: "Not sent", tone: "neutral" },
  unknown: { word: "Unknown", tone: "doubt" },
  configuration: { word: "Configuration", tone: "warn" },
};

/** Every try of a worker to perform the effect. */
export function Attempts({ id }: { id: string }) {
  const attempts = useInfiniteQuery(attemptsQuery(id));
  return (
    <PartPanel title="Attempts" what="the attempts" empty="No worker has tried to perform this." parts={attempts}>
      {(items) => (
        <ol aria-label="Attempts" className="divide-y">
          {items.map((attempt) => (
            <AttemptItem key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      )}
    </PartPanel>
  );
}

function AttemptItem({ attempt }: { attempt: AttemptDto }) {
  const { outcome, startedAt, endedAt, failure, exchange, fence } = attempt;
  const { word, tone } = outcome === null ? { word: "Under way", tone: "info" as const } : OUTCOME_WORDS[outcome];
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        <span className="text-ink-faint text-xs">attempt {fence}</span>
        <span className="ml-auto flex gap-2 text-ink-faint text-xs tabular-nums">
          {endedAt !== null && <span>took {formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}</span>}
          <Instant at={startedAt} show="time" />
        </span>
      </div>
      {failure !== null && (
        <div className="mt-1.5">
          <AgentText text={failure.message} className="text-ink-soft" />
          <p className="font-mono text-ink-faint text-xs">{failure.code}</p>
        </div>
      )}
      {exchange !== null && exchange !== undefined && (
        <div className="mt-1">
          <Disclosure summary="What was sent and answered">
            <JsonBlock value={exchange} label="What was sent and answered" />
          </Disclosure>
        </div>
      )}
    </li>
  );
}
