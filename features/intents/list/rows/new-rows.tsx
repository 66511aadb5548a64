"use client";

import ArrowUp from "lucide-react/icons/arrow-up";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import type { ListPages } from "./use-list-pages";

type NewRowsProps = {
  list: Pick<ListPages, "newCount" | "isNewCountExact">;
  /** Further down than a screen. */
  isAway: boolean;
  /** The one that is at the top of the screen, from 1. */
  row: number;
  onTop: () => void;
};

/** What has come in above, without moving what is being read; and the way back up. */
export function NewRows({ list: { newCount, isNewCountExact }, isAway, row, onTop }: NewRowsProps) {
  useCommands([{ id: "list top", label: "Go to the top of the list", group: "List", keys: "g g", run: onTop }]);
  const words = `${newCount.toLocaleString()}${isNewCountExact ? "" : "+"} new`;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bar-bottom)+1rem)] z-20 flex justify-center gap-2 md:bottom-6 md:left-56">
      <div role="status" className="contents">
        {newCount > 0 && (
          <Button variant="primary" className="pointer-events-auto rounded-full shadow-overlay" onClick={onTop}>
            <ArrowUp aria-hidden />
            {words}
          </Button>
        )}
      </div>
      {isAway && newCount === 0 && (
        <Button className="pointer-events-auto rounded-full shadow-overlay tabular-nums" onClick={onTop}>
          <ArrowUp aria-hidden />
          Top <span className="text-ink-faint">from row {row.toLocaleString()}</span>
        </Button>
      )}
    </div>
  );
}
