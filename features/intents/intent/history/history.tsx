"use client";

import { useState } from "react";
import { Button } from "@/components/button";
import { Timeline } from "@/components/timeline";
import type { EventDto } from "@/lib/wire/intent";
import { PartPanel, type Parts } from "../part-panel";
import { EventItem } from "./event-item";
import { EVENT_KINDS, type EventKind, eventKind } from "./event-kind";

const MANY = 40;
const KINDS = Object.keys(EVENT_KINDS) as EventKind[];

/** The audit events of this intent, oldest first (L9). */
export function History({ events }: { events: Parts<EventDto> }) {
  const [only, setOnly] = useState<EventKind | null>(null);
  const countOf = (kind: EventKind) => events.items?.filter(({ type }) => eventKind(type) === kind).length ?? 0;
  const kinds = KINDS.filter((kind) => countOf(kind) > 0);
  return (
    <PartPanel title="History" what="the history" empty="Nothing is on record yet." parts={events}>
      {(items) => (
        <>
          {kinds.length > 1 && (
            <ul aria-label="Show only" className="flex flex-wrap gap-1 border-b px-3 py-1.5">
              {kinds.map((kind) => (
                <li key={kind}>
                  <Button
                    variant={only === kind ? "secondary" : "ghost"}
                    aria-pressed={only === kind}
                    onClick={() => setOnly(only === kind ? null : kind)}
                  >
                    {EVENT_KINDS[kind]} <span className="text-ink-faint tabular-nums">{countOf(kind)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Timeline label="History">
            {items.map((event, index) =>
              only !== null && eventKind(event.type) !== only ? null : (
                <EventItem
                  key={event.id}
                  event={event}
                  isNewDay={isNewDay(event, items[index - 1])}
                  isOneOfMany={items.length > MANY}
                />
              ),
            )}
          </Timeline>
        </>
      )}
    </PartPanel>
  );
}

function isNewDay({ at }: EventDto, before: EventDto | undefined): boolean {
  return before === undefined || new Date(at).toDateString() !== new Date(before.at).toDateString();
}
