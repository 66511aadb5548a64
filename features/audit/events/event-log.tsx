"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useState } from "react";
import { useListKeys } from "@/components/use-list-keys";
import type { LoggedEventDto } from "@/lib/wire/audit";
import type { EventFilter } from "./event-filter";
import { EventRow } from "./event-row";
import { type LogRow, toLogRows } from "./log-rows";

const DAY_HEIGHT = 31;
const EVENT_HEIGHT = 57;
const OVERSCAN = 12;

type EventLogProps = {
  events: LoggedEventDto[];
  now: number;
  openIds: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onNarrow: (part: EventFilter) => void;
};

/** Only what is in sight is drawn, however long the log. */
export function EventLog({ events, now, openIds, onToggle, onNarrow }: EventLogProps) {
  const rows = useMemo(() => toLogRows(events, now), [events, now]);
  const listRef = useListKeys("Audit", "button[aria-expanded]");
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list !== null) setTop(list.getBoundingClientRect().top + window.scrollY);
  }, [listRef]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: useCallback((index) => (rows[index]?.kind === "day" ? DAY_HEIGHT : EVENT_HEIGHT), [rows]),
    getItemKey: useCallback((index) => rows[index]?.key ?? index, [rows]),
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  return (
    <ul ref={listRef} aria-label="Audit events" className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={-1}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <Row row={row} openIds={openIds} onToggle={onToggle} onNarrow={onNarrow} />
          </li>
        );
      })}
    </ul>
  );
}

type RowProps = { row: LogRow } & Pick<EventLogProps, "openIds" | "onToggle" | "onNarrow">;

function Row({ row, openIds, onToggle, onNarrow }: RowProps) {
  if (row.kind === "day") {
    return <h2 className="border-b bg-sunken px-4 py-1.5 font-medium text-ink-soft text-xs md:px-6">{row.label}</h2>;
  }
  return <EventRow event={row.event} isOpen={openIds.has(row.event.id)} onToggle={onToggle} onNarrow={onNarrow} />;
}
