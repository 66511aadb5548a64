import Bot from "lucide-react/icons/bot";
import ChevronRight from "lucide-react/icons/chevron-right";
import Clock from "lucide-react/icons/clock";
import Cog from "lucide-react/icons/cog";
import ScrollText from "lucide-react/icons/scroll-text";
import Stamp from "lucide-react/icons/stamp";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import User from "lucide-react/icons/user";
import Link from "next/link";
import { memo } from "react";
import { AgentLine } from "@/components/agent-text";
import { Badge, type Icon } from "@/components/badge";
import { Button } from "@/components/button";
import { Instant } from "@/components/instant";
import type { LoggedEventDto } from "@/lib/wire/audit";
import { EventDetails } from "./event-details";
import { eventFacts, stateChange } from "./event-facts";
import type { EventFilter } from "./event-filter";
import { eventWords } from "./event-words";

const ACTOR_ICONS: Record<LoggedEventDto["actor"]["kind"], Icon> = {
  agent: Bot,
  operator: User,
  policy: ScrollText,
  worker: Cog,
  system: Clock,
};

type EventRowProps = {
  event: LoggedEventDto;
  isOpen: boolean;
  onToggle: (id: string) => void;
  onNarrow: (part: EventFilter) => void;
};

export const EventRow = memo(function EventRow({ event, isOpen, onToggle, onNarrow }: EventRowProps) {
  const words = eventWords(event.type);
  return (
    <div className="border-b">
      <div className="flex items-start gap-1 py-2 pr-4 pl-1 md:pr-6 md:pl-3">
        <Button
          variant="ghost"
          size="iconSmall"
          aria-expanded={isOpen}
          aria-label={`Details: ${words}`}
          onClick={() => onToggle(event.id)}
        >
          <ChevronRight aria-hidden className={isOpen ? "rotate-90" : undefined} />
        </Button>
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 pt-0.5 max-md:pt-2.5 lg:grid-cols-[15rem_minmax(0,1fr)_9rem_6rem]">
          <span className="min-w-0">
            <AgentLine text={words} className="font-medium text-ink" />
            <Actor actor={event.actor} />
          </span>
          <span className="min-w-0 text-ink-soft max-lg:order-3 max-lg:col-span-2">
            <About event={event} />
            <Told event={event} />
          </span>
          <span className="max-lg:order-4 max-lg:col-span-2">
            <Sealed event={event} />
          </span>
          <Instant at={event.at} show="time" className="text-right text-ink-faint text-xs tabular-nums lg:pt-0.5" />
        </div>
      </div>
      {isOpen && <EventDetails event={event} onNarrow={onNarrow} />}
    </div>
  );
});

function Actor({ actor: { kind, id, name } }: Pick<LoggedEventDto, "actor">) {
  const Glyph = ACTOR_ICONS[kind];
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-faint text-xs">
      <Glyph aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">by the {kind}</span>
      <AgentLine text={name ?? id} className="min-w-0 truncate" />
    </span>
  );
}

function About({ event: { intentId, subject } }: { event: LoggedEventDto }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      {intentId !== null && (
        <Link
          href={`/intents/${encodeURIComponent(intentId)}`}
          prefetch={false}
          className="inline-flex min-h-11 min-w-0 items-center font-mono text-link text-xs hover:underline md:min-h-5"
        >
          <AgentLine text={intentId} className="truncate" />
        </Link>
      )}
      {subject !== null && <AgentLine text={subject} className="min-w-0 truncate font-mono text-ink-soft text-xs" />}
    </span>
  );
}

function Told({ event }: { event: LoggedEventDto }) {
  const change = stateChange(event);
  const facts = eventFacts(event);
  if (change === null && facts.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3 text-xs">
      {change !== null && (
        <span className="text-ink">
          {change.from !== null && <AgentLine text={`${change.from} → `} />}
          <AgentLine text={change.to} />
        </span>
      )}
      {facts.map(({ name, value }) => (
        <span key={name} className="min-w-0 [overflow-wrap:anywhere]">
          <AgentLine text={name} className="text-ink-faint" /> <AgentLine text={value} />
        </span>
      ))}
    </span>
  );
}

function Sealed({ event: { position, seal, detailsIntact } }: { event: LoggedEventDto }) {
  if (detailsIntact === false) {
    return (
      <Badge tone="bad" icon={TriangleAlert}>
        Changed
      </Badge>
    );
  }
  if (position === null) return <Badge icon={Clock}>Not sealed yet</Badge>;
  return (
    <span className="flex items-center gap-1.5 text-ink-faint text-xs tabular-nums">
      <Stamp aria-hidden className="size-3.5 shrink-0" />
      {position.toLocaleString()} in seal {seal?.toLocaleString() ?? "–"}
    </span>
  );
}
