"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Bot from "lucide-react/icons/bot";
import Clock from "lucide-react/icons/clock";
import Cog from "lucide-react/icons/cog";
import ScrollText from "lucide-react/icons/scroll-text";
import User from "lucide-react/icons/user";
import { AgentLine } from "@/components/agent-text";
import type { Icon } from "@/components/badge";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { Instant } from "@/components/instant";
import { Timeline, TimelineItem } from "@/components/timeline";
import type { EventDto } from "@/lib/wire/intent";
import { eventsQuery } from "../queries";
import { eventWords } from "../words/event-words";
import { StateBadge } from "../words/state-badge";
import { isState, STATE_WORDS } from "../words/state-words";
import { PartPanel } from "./part-panel";

const ACTOR_ICONS: Record<EventDto["actor"]["kind"], Icon> = {
  agent: Bot,
  operator: User,
  policy: ScrollText,
  worker: Cog,
  system: Clock,
};

/** The audit events of this intent, oldest first (L9). */
export function History({ id }: { id: string }) {
  const events = useInfiniteQuery(eventsQuery(id));
  return (
    <PartPanel title="History" what="the history" empty="Nothing is on record yet." parts={events}>
      {(items) => (
        <Timeline label="History">
          {items.map((event) => (
            <TimelineItem key={event.id} icon={ACTOR_ICONS[event.actor.kind]}>
              <EventLine event={event} />
            </TimelineItem>
          ))}
        </Timeline>
      )}
    </PartPanel>
  );
}

function EventLine({ event: { type, at, actor, data, details } }: { event: EventDto }) {
  const shown = { ...data, ...details };
  return (
    <>
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium text-ink">{eventWords(type)}</span>
        <Instant at={at} show="time" className="shrink-0 text-ink-faint text-xs tabular-nums" />
      </p>
      <p className="text-ink-soft text-xs">
        {actor.kind} <AgentLine text={actor.name ?? actor.id} className="text-ink-faint [overflow-wrap:anywhere]" />
      </p>
      <StateChange from={data.from} to={data.to} />
      {Object.keys(shown).length > 0 && (
        <Disclosure summary="Details">
          <JsonBlock value={shown} label={`Details of ${eventWords(type)}`} />
        </Disclosure>
      )}
    </>
  );
}

function StateChange({ from, to }: { from: unknown; to: unknown }) {
  if (!isState(to) || from === to) return null;
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-ink-faint text-xs">
      {isState(from) && <>{STATE_WORDS[from].word} →</>}
      <span className="sr-only">became</span>
      <StateBadge state={to} past />
    </p>
  );
}
