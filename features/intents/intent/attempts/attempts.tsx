"use client";

import { AgentLine, AgentText } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { formatDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import { LazyDisclosure } from "@/components/lazy-disclosure";
import type { AttemptDto } from "@/lib/wire/intent";
import { PartPanel, type Parts } from "../part-panel";
import { AnsweredView, AskedView } from "./exchange-view";
import { outcomeWords } from "./outcome-words";
import { readExchange } from "./read-exchange";

/** Every try of a worker to perform the effect. */
export function Attempts({ attempts }: { attempts: Parts<AttemptDto> }) {
  return (
    <PartPanel title="Attempts" what="the attempts" empty="No attempt is on record." parts={attempts}>
      {(items) => (
        <>
          <ol aria-label="Attempts" className="divide-y">
            {items.map((attempt) => (
              <AttemptItem key={attempt.id} attempt={attempt} />
            ))}
          </ol>
          <p className="border-t px-4 py-2.5 text-ink-soft text-xs">
            A worker is the process that tries. Its lease is the time it has; after that it counts as lost, and what it
            did as unknown. The fence counts who took it: a worker that comes back with an older one settles nothing.
          </p>
        </>
      )}
    </PartPanel>
  );
}

function AttemptItem({ attempt }: { attempt: AttemptDto }) {
  const { outcome, startedAt, endedAt, leaseUntil, failure, exchange, fence, worker } = attempt;
  const { word, tone, meaning } = outcomeWords(outcome);
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        <span className="text-ink-soft">{meaning}</span>
        <span className="ml-auto flex gap-2 text-ink-faint text-xs tabular-nums">
          {endedAt !== null && <span>took {formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}</span>}
          <Instant at={startedAt} />
        </span>
      </div>
      {failure !== null && (
        <div className="mt-1.5">
          <AgentText text={failure.message} className="text-ink" />
          <p className="font-mono text-ink-faint text-xs">{failure.code}</p>
        </div>
      )}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-faint text-xs">
        <span title="Counts the claims: a worker whose fence is older settles nothing">fence {fence}</span>
        <span title="The process that tried it: host, process and start" className="min-w-0 [overflow-wrap:anywhere]">
          worker <AgentLine text={worker} className="font-mono" />
        </span>
        <span title="Until then the worker had it to itself">
          lease until <Instant at={leaseUntil} show="time" />
        </span>
      </p>
      {exchange !== null && exchange !== undefined && (
        <LazyDisclosure isBare summary="What was sent and answered">
          {() => <ExchangeView exchange={exchange} />}
        </LazyDisclosure>
      )}
    </li>
  );
}

function ExchangeView({ exchange }: { exchange: unknown }) {
  const { asked, answered } = readExchange(exchange);
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <section className="min-w-0">
        <h3 className="mb-1 font-medium text-ink">Sent</h3>
        {asked === null ? <p className="text-ink-soft">Nothing was kept.</p> : <AskedView asked={asked} />}
      </section>
      <section className="min-w-0">
        <h3 className="mb-1 font-medium text-ink">Answered</h3>
        <AnsweredView answered={answered} />
      </section>
    </div>
  );
}
