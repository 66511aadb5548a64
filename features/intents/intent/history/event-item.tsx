"use client";

import Bot from "lucide-react/icons/bot";
import Clock from "lucide-react/icons/clock";
import Cog from "lucide-react/icons/cog";
import ScrollText from "lucide-react/icons/scroll-text";
import User from "lucide-react/icons/user";
import { memo } from "react";
import { AgentLine, AgentText } from "@/components/agent-text";
import type { Icon } from "@/components/badge";
import { JsonBlock } from "@/components/code-block";
import { Instant } from "@/components/instant";
import { LazyDisclosure } from "@/components/lazy-disclosure";
import { TimelineItem } from "@/components/timeline";
import type { EventDto } from "@/lib/wire/intent";
import { eventWords } from "../../words/event-words";
import { StateBadge } from "../../words/state-badge";
import { isState, STATE_WORDS } from "../../words/state-words";

const ACTOR_ICONS: Record<EventDto["actor"]["kind"], Icon> = {
  agent: Bot,
  operator: User,
  policy: ScrollText,
  worker: Cog,
  system: Clock,
};

type EventItemProps = {
  event: EventDto;
  /** The first of its day: its date is told. */
  isNewDay: boolean;
  /** Of very many only those are laid out that are in sight. */
  isOneOfMany: boolean;
};

export const EventItem = memo(function EventItem({ event, isNewDay, isOneOfMany }: EventItemProps) {
  const { type, at, actor, data, details } = event;
  const words = eventWords(type);
  const shown = { ...data, ...details };
  return (
    <TimelineItem
      icon={ACTOR_ICONS[actor.kind]}
      className={isOneOfMany ? "[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]" : undefined}
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium text-ink">{words}</span>
        <Instant at={at} show={isNewDay ? "full" : "time"} className="shrink-0 text-ink-faint text-xs tabular-nums" />
      </p>
      <p className="text-ink-soft text-xs">
        {actor.kind} <AgentLine text={actor.name ?? actor.id} className="text-ink-faint [overflow-wrap:anywhere]" />
      </p>
      <StateChange from={data["from"]} to={data["to"]} />
      <Said details={details} />
      {Object.keys(shown).length > 0 && (
        <LazyDisclosure summary="Details">
          {() => <JsonBlock value={shown} label={`Details of ${words}`} />}
        </LazyDisclosure>
      )}
    </TimelineItem>
  );
});

/** A reason or evidence that somebody gave, in sight. */
function Said({ details }: Pick<EventDto, "details">) {
  const said = details?.["reason"] ?? details?.["evidence"];
  if (typeof said !== "string" || said === "") return null;
  return <AgentText text={said} className="mt-0.5 border-line-strong border-l-2 pl-2 text-ink-soft" />;
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
