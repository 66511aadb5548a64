import type { QueryClient } from "@tanstack/react-query";
import { isLong, liveUpdates } from "@/components/live-updates";

/**
 * After a change of one's own. While updates are paused, lists stay as they are, because rows that move are what the
 * operator asked to be spared; the row itself tells what became of it. A list that is too long to follow stands still
 * here too: each of its pages would be asked for after every single decision.
 */
export function readIntentsAgain(queries: QueryClient): Promise<void> {
  const { isPaused } = liveUpdates.get();
  return queries.invalidateQueries({
    queryKey: ["intents"],
    predicate: ({ queryKey, state }) =>
      !isList(queryKey) || !(isPaused || isLong(state.data as Partial<Pages> | undefined)),
  });
}

type Pages = { pages: unknown[] };

function isList([, kind, part]: readonly unknown[]): boolean {
  return kind === "list" || (kind === "inbox" && part === "list");
}
