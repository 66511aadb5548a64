"use client";

import { useQuery } from "@tanstack/react-query";
import ArrowUp from "lucide-react/icons/arrow-up";
import { Button } from "@/components/button";
import { newestEventQuery } from "../queries";
import type { EventFilter } from "./event-filter";

type NewerEventsProps = {
  filter: EventFilter;
  /** The newest that is shown; null: none is. */
  shownId: string | null;
  onShow: () => void;
};

/** Says that the log went on while its rows were kept still. */
export function NewerEvents({ filter, shownId, onShow }: NewerEventsProps) {
  const newest = useQuery(newestEventQuery(filter));
  const isNewer = newest.data !== undefined && newest.data !== null && newest.data !== shownId;
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-32 md:top-[calc(var(--bar-top)+0.5rem)] z-10 flex h-0 justify-center"
    >
      {isNewer && (
        <Button variant="primary" onClick={onShow} className="pointer-events-auto shadow-overlay">
          <ArrowUp aria-hidden />
          Newer events have come
        </Button>
      )}
    </div>
  );
}
