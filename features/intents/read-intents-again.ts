import type { QueryClient } from "@tanstack/react-query";
import { liveUpdates } from "@/components/live-updates";

/**
 * After a change of one's own. While updates are paused, lists stay as they are, because rows that move are what the
 * operator asked to be spared; the row itself tells what became of it.
 */
export function readIntentsAgain(queries: QueryClient): Promise<void> {
  const { isPaused } = liveUpdates.get();
  return queries.invalidateQueries({
    queryKey: ["intents"],
    predicate: ({ queryKey }) => !isPaused || !isList(queryKey),
  });
}

function isList([, kind, part]: readonly unknown[]): boolean {
  return kind === "list" || (kind === "inbox" && part === "list");
}
